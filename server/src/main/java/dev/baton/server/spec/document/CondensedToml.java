package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.List;

/**
 * A TOML text without empty lines and lines that contain only a comment. The parser scans ahead over such lines
 * repeatedly: a hundred empty lines in a row take it seconds.
 */
final class CondensedToml {

    private final String source;
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> lines = new ArrayList<>();

    /** The delimiter that ends the open multi-line string; empty when none is open. */
    private String open = "";

    private CondensedToml(String source) {
        this.source = source;
    }

    static CondensedToml of(String source) {
        CondensedToml condensed = new CondensedToml(source);
        condensed.read();
        return condensed;
    }

    /** The condensed text. */
    String text() {
        return text.toString();
    }

    /** The line of the source for a line of the condensed text; both are counted from 1. */
    int lineOf(int line) {
        return line < 1 || line > lines.size() ? Math.max(line, 1) : lines.get(line - 1);
    }

    private void read() {
        int number = 1;
        int start = 0;
        while (start < source.length()) {
            int end = source.indexOf('\n', start);
            int next = end < 0 ? source.length() : end + 1;
            if (!open.isEmpty() || saysSomething(start, next)) {
                text.append(source, start, next);
                lines.add(number);
                follow(start, next);
            }
            start = next;
            number++;
        }
        // A mistake at the end of the text is at its last line.
        lines.add(Math.max(1, number - 1));
    }

    private boolean saysSomething(int start, int end) {
        int at = start;
        while (at < end && Character.isWhitespace(source.charAt(at))) {
            at++;
        }
        return at < end && source.charAt(at) != '#';
    }

    /** Tracks whether a multi-line string is open at the end of a line. */
    private void follow(int start, int end) {
        int at = start;
        while (at < end) {
            char c = source.charAt(at);
            if (!open.isEmpty()) {
                at = inText(at, c);
            } else if (c == '#') {
                return;
            } else if (c == '"' || c == '\'') {
                at = begin(at, end, c);
            } else {
                at++;
            }
        }
    }

    private int inText(int at, char c) {
        if (c == '\\' && open.startsWith("\"")) {
            return at + 2;
        }
        if (source.startsWith(open, at)) {
            int after = at + open.length();
            open = "";
            return after;
        }
        return at + 1;
    }

    private int begin(int at, int end, char quote) {
        String three = String.valueOf(quote).repeat(3);
        if (source.startsWith(three, at)) {
            open = three;
            return at + 3;
        }
        int inside = at + 1;
        while (inside < end && source.charAt(inside) != quote) {
            inside += source.charAt(inside) == '\\' && quote == '"' ? 2 : 1;
        }
        return inside + 1;
    }
}
