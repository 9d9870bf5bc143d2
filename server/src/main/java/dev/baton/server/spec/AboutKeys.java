package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.List;

/** The keys of the name, title, description and tags. */
final class AboutKeys {

    static final Key<String> ID = Key.of("id", Types.NAME, "The name: letters, digits, dots, underscores and hyphens.");
    static final Key<String> TITLE = Key.of("title", Types.TEXT, "A title for people, which may have spaces.");
    static final Key<String> DESCRIPTION = Key.of("description", Types.TEXT, "A description for people.");
    static final Key<List<String>> TAGS = Key.of("tags", Types.list(Types.NAME), "Tags for searching and filtering.")
            .otherwise(List.of());

    static final List<Key<?>> ALL = List.of(ID, TITLE, DESCRIPTION, TAGS);

    /** The placeholder for a definition without a name; a real name is never empty. */
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
