package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.List;

/** Converts the texts of environment variables to values. */
final class Texts {

    private Texts() {}

    /** The candidates for a value, the text itself first: a key of type text keeps {@code 007}. */
    static List<Object> candidates(String text) {
        List<Object> candidates = new ArrayList<>();
        candidates.add(text);
        if (text.equals("true") || text.equals("false")) {
            candidates.add(Boolean.valueOf(text));
        }
        try {
            candidates.add(Long.valueOf(text));
        } catch (NumberFormatException e) {
            addFraction(text, candidates);
        }
        return candidates;
    }

    private static void addFraction(String text, List<Object> candidates) {
        try {
            candidates.add(Double.valueOf(text));
        } catch (NumberFormatException e) {
            // Not a number: the text is the first candidate.
            return;
        }
    }
}
