package dev.baton.server.spec.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a table, in the order of the reference. */
public final class Section {

    private final String title;
    private final String description;
    private final List<Key<?>> keys;
    private final Map<String, Key<?>> byName = new LinkedHashMap<>();

    /**
     * @param title its header in a file: {@code [[jobs]]}
     * @param description its purpose, in a sentence or two
     */
    public Section(String title, String description, List<Key<?>> keys) {
        this.title = title;
        this.description = description;
        this.keys = List.copyOf(keys);
        for (Key<?> key : keys) {
            byName.put(key.name(), key);
            key.aliases().keySet().forEach(alias -> byName.put(alias, key));
        }
    }

    /** Its header in a file. */
    public String title() {
        return title;
    }

    /** The description of the section. */
    public String description() {
        return description;
    }

    /** Its keys. */
    public List<Key<?>> keys() {
        return keys;
    }

    /** The key with a name or alias; null if there is none. */
    public @Nullable Key<?> find(String name) {
        return byName.get(name);
    }

    /** All names and aliases. */
    public Iterable<String> names() {
        return byName.keySet();
    }
}
