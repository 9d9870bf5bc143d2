package dev.baton.server.spec.document;

import dev.baton.error.DidYouMean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a table by the keys of its section, and reports problems. For one thread. */
public final class Table {

    private final Node node;
    private final Map<String, Node> entries;
    private final Section section;
    private final String path;
    private final Problems problems;

    private Table(Node node, Map<String, Node> entries, Section section, String path, Problems problems) {
        this.node = node;
        this.entries = entries;
        this.section = section;
        this.path = path;
        this.problems = problems;
    }

    /** Opens a node that should be a table, and reports the keys that the section does not have. */
    public static Optional<Table> open(Node node, Section section, String path, Problems problems) {
        problems.countTable();
        if (!(node.value() instanceof Node.Table table)) {
            String example = section.keys().isEmpty()
                    ? ""
                    : " such as { " + section.keys().get(0).name() + " = … }";
            problems.add(node.place(), path, "must be a table" + example + ", not " + node.quoted() + ".", "");
            return Optional.empty();
        }
        Table opened = new Table(node, table.entries(), section, path, problems);
        opened.reportUnknownKeys();
        return Optional.of(opened);
    }

    private void reportUnknownKeys() {
        entries.forEach((name, value) -> {
            if (section.find(name) == null) {
                String hint = DidYouMean.sentence(name, section.names()).strip();
                problems.add(value.place(), path, "unknown key " + Node.quote(name) + ".", hint);
            }
        });
    }

    /** The name of the table in messages: {@code jobs[2] "scan"}. */
    public String path() {
        return path;
    }

    /** The node that the table was read from. */
    public Node node() {
        return node;
    }

    /** The problems to add to. */
    public Problems problems() {
        return problems;
    }

    /** The value of a key; its default if it is missing or invalid. */
    public <T> T get(Key<T> key) {
        T value = find(key);
        return value == null ? key.otherwise() : value;
    }

    /** The value of a key; null if it is missing or invalid. */
    public <T> @Nullable T find(Key<T> key) {
        List<String> names = given(key);
        if (names.size() > 1) {
            problem(key, "\"" + names.get(0) + "\" and \"" + names.get(1) + "\" mean the same.", "Keep one of them.");
        }
        if (names.isEmpty()) {
            return null;
        }
        String name = names.get(0);
        Node value = entries.get(name);
        Type<T> type = key.aliases().getOrDefault(name, key.type());
        return value == null ? null : type.read(value, new Reading(problems, path, name));
    }

    /**
     * The duration under a key; null if it is missing, invalid or zero: files written for simpler schedulers use 0
     * seconds for "no limit".
     */
    public @Nullable Duration findPositive(Key<Duration> key) {
        Duration value = find(key);
        return value == null || value.isZero() ? null : value;
    }

    /** The table under a key; an empty table, with all defaults, if it is missing or invalid. */
    public Table findOrEmpty(Key<Table> key) {
        Table table = find(key);
        Section inside = key.type().nested().map(Type.Nested::section).orElse(section);
        return table == null ? new Table(node, Map.of(), inside, path, problems) : table;
    }

    /** The value of a required key; if it is missing, reports that and returns the stand-in. */
    public <T> T require(Key<T> key, T standIn) {
        if (!has(key)) {
            problem("missing key \"" + key.name() + "\".", key.asAnswer());
        }
        T value = find(key);
        return value == null ? standIn : value;
    }

    /** Whether a key is present, valid or not. */
    public boolean has(Key<?> key) {
        return !given(key).isEmpty();
    }

    /** The place of the table. */
    public String place() {
        return node.place();
    }

    /** The place of a key; the place of the table if the key is missing. */
    public String place(Key<?> key) {
        List<String> names = given(key);
        Node value = names.isEmpty() ? null : entries.get(names.get(0));
        return value == null ? node.place() : value.place();
    }

    /** Reports a problem with a key. */
    public void problem(Key<?> key, String message, String hint) {
        problems.add(place(key), path, message, hint);
    }

    /** Reports a problem with the table. */
    public void problem(String message, String hint) {
        problems.add(node.place(), path, message, hint);
    }

    /** Reports keys that apply only to other kinds of work. */
    public void reportKeysOfOtherKinds(String kind, @Nullable String inner) {
        entries.forEach((name, value) -> {
            Key<?> key = section.find(name);
            if (key != null && !key.isFor(kind) && !(inner != null && key.isFor(inner))) {
                String kinds = String.join(" or ", key.kinds().stream().sorted().toList());
                problems.add(
                        value.place(),
                        path,
                        "\"" + name + "\" is for kind " + kinds + ", and this is kind " + kind + ".",
                        name.equals("depends_on") && section.find("after") != null
                                ? "A step runs after others by \"after\"."
                                : "Remove it, or set \"kind\".");
            }
        });
    }

    private List<String> given(Key<?> key) {
        List<String> names = new ArrayList<>(1);
        if (entries.containsKey(key.name())) {
            names.add(key.name());
        }
        for (String alias : key.aliases().keySet()) {
            if (entries.containsKey(alias)) {
                names.add(alias);
            }
        }
        return names;
    }
}
