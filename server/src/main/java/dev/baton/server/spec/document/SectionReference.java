package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Writes the reference of a section, and of the sections in it, in Markdown. A key that means the same in several sections
 * has one row; later sections name it and point there. For one document.
 */
public final class SectionReference {

    private final StringBuilder text = new StringBuilder();
    private final Set<String> written = new HashSet<>();

    /** The section that contains a row, by the row. */
    private final Map<String, Section> rows = new HashMap<>();

    /** Adds a section and the sections in it, each once. */
    public SectionReference add(Section section) {
        if (written.add(section.title())) {
            text.append("\n## `")
                    .append(section.title())
                    .append("`\n\n")
                    .append(section.description())
                    .append('\n');
            List<Key<?>> fresh = new ArrayList<>();
            Map<Section, List<String>> again = new LinkedHashMap<>();
            for (Key<?> key : section.keys()) {
                Section before = rows.putIfAbsent(row(key), section);
                if (before == null) {
                    fresh.add(key);
                } else {
                    again.computeIfAbsent(before, unused -> new ArrayList<>()).add("`" + key.name() + "`");
                }
            }
            addTable(fresh.stream().filter(key -> key.kinds().isEmpty()).toList(), false);
            addTable(fresh.stream().filter(key -> !key.kinds().isEmpty()).toList(), true);
            again.forEach((other, names) -> text.append("\nThe same as in [`")
                    .append(other.title())
                    .append("`](#")
                    .append(anchor(other.title()))
                    .append("): ")
                    .append(String.join(", ", names))
                    .append(".\n"));
            section.keys().forEach(key -> key.type().nested().ifPresent(nested -> add(nested.section())));
        }
        return this;
    }

    private void addTable(List<Key<?>> keys, boolean ofKinds) {
        if (!keys.isEmpty()) {
            text.append(ofKinds ? "\nOf some [kinds](../guide/kinds.md) only:\n" : "");
            text.append(ofKinds ? "\n| key | kinds | value | default | |\n| --- " : "\n| key | value | default | |\n");
            text.append("| --- | --- | --- | --- |\n");
            for (Key<?> key : keys) {
                String kinds = String.join(", ", key.kinds().stream().sorted().toList());
                text.append("| ").append(names(key)).append(ofKinds ? " | " + kinds : "");
                text.append(row(key).substring(names(key).length())).append('\n');
            }
        }
    }

    private static String names(Key<?> key) {
        StringBuilder names = new StringBuilder("`" + key.name() + "`");
        key.aliases()
                .keySet()
                .forEach(alias -> names.append(", `").append(alias).append('`'));
        return names.toString();
    }

    /** The row of a key, without its kinds, which differ between sections. */
    static <T> String row(Key<T> key) {
        T fallback = key.fallback();
        return names(key) + " | " + key.type().label() + " | "
                + (fallback == null ? "" : "`" + key.type().write(fallback) + "`") + " | "
                + key.description().replace("|", "\\|") + " |";
    }

    /** The id that Markdown renderers give to the heading of a section. */
    static String anchor(String title) {
        return title.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** The Markdown so far. */
    @Override
    public String toString() {
        return text.toString();
    }
}
