package dev.baton.error;

import java.util.Locale;

/** Finds the name somebody probably meant. */
final class DidYouMean {

    /** An error message is worth some time, but not a walk over a million names. */
    private static final int MOST_NAMES = 20_000;

    private DidYouMean() {}

    /** {@code " Did you mean \"transform\"?"}, or nothing when no known name is close. */
    static String sentence(String given, Iterable<String> known) {
        String wanted = given.toLowerCase(Locale.ROOT);
        int best = Math.max(2, wanted.length() / 3) + 1;
        String closest = "";
        int looked = 0;
        for (String name : known) {
            if (looked++ == MOST_NAMES) {
                break;
            }
            int distance = distance(wanted, name.toLowerCase(Locale.ROOT), best);
            if (distance < best) {
                best = distance;
                closest = name;
            }
        }
        return closest.isEmpty() ? "" : " Did you mean \"" + closest + "\"?";
    }

    /** Insertions, deletions, replacements and swaps of neighbours between two words; {@code limit} when at least that. */
    private static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) >= limit) {
            return limit;
        }
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
        }
        return last[b.length()];
    }
}
