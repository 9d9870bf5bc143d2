package dev.baton.schedule;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** The "did you mean" of an error message. */
final class Suggestion {

    private Suggestion() {}

    /** A sentence to append, naming the known word that is closest to the given one; empty if none is close. */
    static String closest(String given, Collection<String> known) {
        String wanted = given.toUpperCase(Locale.ROOT);
        return known.stream()
                .filter(word -> isClose(wanted, word.toUpperCase(Locale.ROOT)))
                .min(Comparator.<String>comparingInt(word -> distance(wanted, word.toUpperCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .map(word -> ". Did you mean " + word + "?")
                .orElse("");
    }

    private static boolean isClose(String wanted, String word) {
        return !wanted.isEmpty()
                && (wanted.startsWith(word)
                        || word.endsWith("/" + wanted)
                        || distance(wanted, word) <= Math.max(1, word.length() / 4));
    }

    /** How many letters have to be inserted, left out or replaced to turn one word into the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
