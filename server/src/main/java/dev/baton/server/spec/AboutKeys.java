package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.List;

/** The keys that are there for people, and the name. */
final class AboutKeys {

    static final Key<String> ID = Key.of("id", Types.NAME, "The name: letters, digits, dots, underscores and hyphens.");
    static final Key<String> TITLE = Key.of("title", Types.TEXT, "A name with spaces, for people.");
    static final Key<String> DESCRIPTION = Key.of("description", Types.TEXT, "What it is for, for people.");
    static final Key<List<String>> TAGS =
            Key.of("tags", Types.list(Types.NAME), "Words to find it by.").otherwise(List.of());

    static final List<Key<?>> ALL = List.of(ID, TITLE, DESCRIPTION, TAGS);

    /** What a definition is called until it has a name: no name is empty. */
    static final String NAMELESS = "";

    private AboutKeys() {}

    static About read(Table table) {
        return new About(table.find(TITLE), table.find(DESCRIPTION), table.get(TAGS));
    }

    static void write(String name, About about, Out out) {
        out.put(ID, name)
                .put(TITLE, about.title())
                .put(DESCRIPTION, about.description())
                .put(TAGS, about.tags());
    }
}
