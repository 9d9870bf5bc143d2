package dev.baton.error;

import java.util.Locale;
import java.util.Map;

/**
 * Finds the name that the user probably meant, for the end of an error message.
 *
 * <pre>{@code
 * String hint = DidYouMean.sentence("trasnform", List.of("extract", "transform", "load"));
 * System.out.println("there is no step \"trasnform\"." + hint); // … Did you mean "transform"?
 * }</pre>
 */
public final class DidYouMean {

    /** Bounds the search: an error message is not worth a scan of a million names. */
    private static final int MOST_NAMES = 20_000;

    private static final int TOO_FAR = Integer.MAX_VALUE;

    /** Words of other schedulers and tools, with Baton's word for each: their spelling is too different to match. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("name", "id"),
            Map.entry("cmd", "command"),
            Map.entry("script", "command"),
            Map.entry("exec", "command"),
            Map.entry("cron", "schedule"),
            Map.entry("interval", "schedule"),
            Map.entry("tz", "timezone"),
            Map.entry("zone", "timezone"),
            Map.entry("needs", "after"),
            Map.entry("depends", "after"),
            Map.entry("depends_on", "after"),
            Map.entry("dependencies", "after"),
            Map.entry("retries", "retry"),
            Map.entry("max_retries", "retry"),
            Map.entry("environment", "env"),
            Map.entry("cwd", "working_directory"),
            Map.entry("workdir", "working_directory"),
            Map.entry("dir", "working_directory"),
            Map.entry("type", "kind"),
            Map.entry("tasks", "steps"),
            Map.entry("bash", "shell"),
            Map.entry("sh", "shell"),
            Map.entry("webhook", "http"),
            Map.entry("fail", "failure"),
            Map.entry("failed", "failure"),
            Map.entry("error", "failure"),
            Map.entry("ok", "success"),
            Map.entry("succeeded", "success"),
            Map.entry("always", "complete"),
            Map.entry("done", "complete"),
            Map.entry("forbid", "skip"),
            Map.entry("status", "executions"),
            Map.entry("history", "executions"),
            Map.entry("ps", "runs"),
            Map.entry("ls", "jobs"),
            Map.entry("list", "jobs"),
            Map.entry("start", "trigger"),
            Map.entry("stop", "cancel"),
            Map.entry("kill", "cancel"),
            Map.entry("tail", "logs"),
            Map.entry("check", "validate"),
            Map.entry("lint", "validate"),
            Map.entry("next", "fires"),
            Map.entry("why", "explain"));

    private DidYouMean() {}

    /** {@code " Did you mean \"transform\"?"}, or the empty string if no known name is close. */
    public static String sentence(String given, Iterable<String> known) {
        String like = closest(given, known);
        String closest = like.isEmpty() ? elsewhere(given, known) : like;
        return closest.isEmpty() ? "" : " Did you mean \"" + closest + "\"?";
    }

    /** Like {@link #sentence}, but ends the previous sentence with a full stop first. */
    public static String nextSentence(String given, Iterable<String> known) {
        String sentence = sentence(given, known);
        return sentence.isEmpty() ? "" : "." + sentence;
    }

    private static String elsewhere(String given, Iterable<String> known) {
        String word = ELSEWHERE.get(given.toLowerCase(Locale.ROOT));
        if (word != null) {
            int looked = 0;
            for (String name : known) {
                if (looked++ == MOST_NAMES) {
                    break;
                }
                if (name.equals(word)) {
                    return word;
                }
            }
        }
        return "";
    }

    private static String closest(String given, Iterable<String> known) {
        String wanted = given.toLowerCase(Locale.ROOT);
        int best = Math.max(1, wanted.length() / 3) + 1;
        String closest = "";
        int looked = 0;
        for (String name : known) {
            if (looked++ == MOST_NAMES) {
                break;
            }
            String candidate = name.toLowerCase(Locale.ROOT);
            int distance = isPartOf(wanted, candidate) ? 1 : distance(wanted, candidate, best);
            if (distance < best || (distance == best && !closest.isEmpty() && name.compareTo(closest) < 0)) {
                best = distance;
                closest = name;
            }
        }
        return closest;
    }

    /**
     * Whether one name is part of the other: {@code MONDAY} for {@code MON}, {@code Berlin} for {@code Europe/Berlin}.
     */
    private static boolean isPartOf(String wanted, String candidate) {
        return !wanted.isEmpty()
                && !candidate.isEmpty()
                && (wanted.startsWith(candidate) || candidate.endsWith("/" + wanted));
    }

    /**
     * The edit distance between two words: insertions, deletions, replacements and swaps of neighbours; {@code TOO_FAR}
     * if the lengths alone differ too much.
     */
    private static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) >= limit) {
            return TOO_FAR;
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
