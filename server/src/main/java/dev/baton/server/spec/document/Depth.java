package dev.baton.server.spec.document;

import java.util.Optional;

/**
 * Keeps documents that are nested without end away from parsers that recurse. It counts brackets and dots with no
 * regard to where they stand, so that it refuses some documents nobody writes.
 */
final class Depth {

    private static final int MOST = 200;

    private Depth() {}

    static Optional<String> check(String text) {
        int open = 0;
        int dots = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '[', '{' -> open++;
                case ']', '}' -> open = Math.max(0, open - 1);
                case '.' -> dots++;
                case '\n' -> dots = 0;
                default -> {}
            }
            if (open > MOST || dots > 10_000) {
                return Optional.of("nested more than " + MOST + " deep.");
            }
        }
        return Optional.empty();
    }
}
