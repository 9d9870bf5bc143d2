package dev.baton.server.spec.document;

import java.util.HashSet;
import java.util.Set;

/** Writes the reference of a section, and of the sections in it, in Markdown. For one document. */
public final class SectionReference {

    private final StringBuilder text = new StringBuilder();
    private final Set<String> written = new HashSet<>();

    /** Adds a section and what stands in it; one that was added before is left out. */
    public SectionReference add(Section section) {
        if (written.add(section.title())) {
            text.append("\n## `").append(section.title()).append("`\n\n").append(section.description());
            text.append("\n\n| key | value | default | |\n| --- | --- | --- | --- |\n");
            section.keys().forEach(this::addRow);
            section.keys().forEach(key -> key.type().nested().ifPresent(nested -> add(nested.section())));
        }
        return this;
    }

    private <T> void addRow(Key<T> key) {
        T fallback = key.fallback();
        text.append("| `").append(key.name()).append('`');
        key.aliases().keySet().forEach(alias -> text.append(", `").append(alias).append('`'));
        text.append(" | ").append(key.type().label()).append(" | ");
        text.append(fallback == null ? "" : "`" + key.type().write(fallback) + "`");
        text.append(" | ").append(key.description().replace("|", "\\|"));
        if (!key.kinds().isEmpty()) {
            text.append(" Kinds: ")
                    .append(String.join(", ", key.kinds().stream().sorted().toList()))
                    .append('.');
        }
        text.append(" |\n");
    }

    /** What was added. */
    @Override
    public String toString() {
        return text.toString();
    }
}
