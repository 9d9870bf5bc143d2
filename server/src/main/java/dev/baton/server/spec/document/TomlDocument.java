package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** Reads TOML; places are file and line. */
public final class TomlDocument {

    private static final Pattern LINE = Pattern.compile("\\bline (\\d{1,9})");

    private final String file;
    private final CondensedToml condensed;

    private TomlDocument(String file, CondensedToml condensed) {
        this.file = file;
        this.condensed = condensed;
    }

    /**
     * Reads a text, or adds a problem if it is not valid.
     *
     * @param file the name of the file in places
     */
    public static Optional<Node> read(String file, String text, Problems problems) {
        problems.checkLength(text);
        Optional<String> tooDeep = Depth.check(text, problems);
        if (tooDeep.isPresent()) {
            problems.add(file, "", tooDeep.get(), "");
            return Optional.empty();
        }
        CondensedToml condensed = CondensedToml.of(text);
        TomlParseResult result;
        try {
            result = Toml.parse(condensed.text());
        } catch (RuntimeException | AssertionError e) {
            // After some syntax errors, the parser reaches a state that it considers impossible.
            problems.add(file + ":1", "", "not TOML: the parser cannot say where.", "");
            return Optional.empty();
        }
        for (TomlParseError error : result.errors()) {
            problems.add(file + ":" + condensed.lineOf(error.position().line()), "", sentence(error, condensed), "");
        }
        return result.hasErrors()
                ? Optional.empty()
                : Optional.of(new TomlDocument(file, condensed).table(result, file + ":1"));
    }

    private static String sentence(TomlParseError error, CondensedToml condensed) {
        // Messages contain line numbers too: "a previously defined at line 1, column 1".
        String message = LINE.matcher(String.valueOf(error.getMessage()))
                .replaceAll(line -> "line " + condensed.lineOf(Integer.parseInt(line.group(1))))
                .replaceAll("\\p{Cntrl}", "?");
        return "not TOML: " + message + (message.endsWith(".") ? "" : ".");
    }

    private Node table(TomlTable table, String place) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (String name : table.keySet()) {
            List<String> key = List.of(name);
            entries.put(name, node(table.get(key), place(table.inputPositionOf(key), place)));
        }
        return new Node(place, new Node.Table(entries));
    }

    private Node list(TomlArray array, String place) {
        List<Node> nodes = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            nodes.add(node(array.get(i), place(array.inputPositionOf(i), place)));
        }
        return new Node(place, new Node.Items(nodes));
    }

    private Node node(@Nullable Object value, String place) {
        if (value instanceof TomlTable table) {
            return table(table, place);
        }
        return value instanceof TomlArray array ? list(array, place) : new Node(place, Objects.requireNonNull(value));
    }

    private String place(@Nullable TomlPosition position, String otherwise) {
        return position == null ? otherwise : file + ":" + condensed.lineOf(position.line());
    }
}
