package dev.baton.internal.execution;

/**
 * An attempt whose record the store refuses, and would refuse again: its output has a character that the database
 * lacks, for instance. Calling the body again would change nothing, so the attempt counts, as a failure.
 *
 * @param number the number of the attempt
 * @param started when it started, in microseconds
 * @param failure why it was not recorded
 */
public record RefusedAttempt(int number, long started, Failure failure) {

    private static final int LONGEST_REASON = 1_000;

    /** The failure of an attempt whose record the store refuses. */
    public static Failure failure(int number, Throwable why) {
        String words = "attempt " + number + " could not be recorded, and has failed for that: "
                + Failure.of(why).words();
        return Failure.kept(why.getClass().getName(), storable(words), true);
    }

    /** The text in characters that every database has: the reason for a refusal may be one that this database lacks. */
    private static String storable(String words) {
        String ascii = words.replaceAll("[^\\x20-\\x7e]+", "?");
        return ascii.length() <= LONGEST_REASON ? ascii : ascii.substring(0, LONGEST_REASON) + "...";
    }
}
