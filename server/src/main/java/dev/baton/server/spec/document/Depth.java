package dev.baton.server.spec.document;

import java.util.Optional;

/**
 * Measures a TOML text before it is parsed: its nesting, because parsers recurse, and its number of elements, because
 * the parser keeps an object for each element and an error with its stack for each wrong one. For one text.
 */
final class Depth {

    private static final int MOST = 200;

    private final String text;
    private int open;
    private int dots;
    private int elements;
    private boolean lineHasContent;

    private Depth(String text) {
        this.text = text;
    }

    /** The problem of a TOML text that is nested too deeply; empty for other texts. */
    static Optional<String> check(String text, Problems problems) {
        Depth depth = new Depth(text);
        if (depth.isTooDeep()) {
            return Optional.of("nested more than " + MOST + " deep.");
        }
        problems.checkElements(depth.elements);
        return Optional.empty();
    }

    private boolean isTooDeep() {
        int at = 0;
        while (at < text.length() && open <= MOST && dots <= MOST) {
            char c = text.charAt(at);
            at = switch (c) {
                case '"', '\'' -> afterText(at, c);
                case '#' -> endOfLine(at);
                default -> {
                    count(c);
                    yield at + 1;
                }
            };
        }
        return open > MOST || dots > MOST;
    }

    private void count(char c) {
        countElement(c);
        switch (c) {
            case '[', '{' -> open++;
            case ']', '}' -> open = Math.max(0, open - 1);
            case '.' -> dots++;
            default -> {}
        }
        if (c == '\n' || c == '=' || c == ',' || c == '[') {
            dots = 0;
        }
    }

    /** Counts a key, a table, an element of a list, or a line that is none of these. */
    private void countElement(char c) {
        if (c == '\n') {
            lineHasContent = false;
        } else if (c == '=' || c == ',' || c == '[' || c == '{') {
            elements++;
        } else if (!lineHasContent && !Character.isWhitespace(c)) {
            lineHasContent = true;
            elements++;
        }
    }

    private int afterText(int start, char quote) {
        countElement(quote);
        String three = String.valueOf(quote).repeat(3);
        boolean isLong = text.startsWith(three, start);
        int at = start + (isLong ? 3 : 1);
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\' && quote == '"') {
                at += 2;
            } else if (isLong ? text.startsWith(three, at) : c == quote || c == '\n') {
                return at + (isLong ? 3 : 1);
            } else {
                at++;
            }
        }
        return at;
    }

    private int endOfLine(int start) {
        int end = text.indexOf('\n', start);
        return end < 0 ? text.length() : end;
    }
}
