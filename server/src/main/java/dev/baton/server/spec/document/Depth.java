package dev.baton.server.spec.document;

import java.util.Optional;

/** Keeps documents that are nested without end away from parsers that recurse. For one text. */
final class Depth {

    private static final int MOST = 200;

    private final String text;
    private int open;
    private int dots;

    private Depth(String text) {
        this.text = text;
    }

    /** What is wrong with a text in TOML that is nested too deep; empty for all others. */
    static Optional<String> check(String text) {
        return new Depth(text).isTooDeep() ? Optional.of("nested more than " + MOST + " deep.") : Optional.empty();
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

    private int afterText(int start, char quote) {
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
