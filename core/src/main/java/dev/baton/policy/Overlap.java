package dev.baton.policy;

/**
 * What happens when a job is to run while it still runs, whatever triggered it. A run counts as active from the moment
 * it is ready until it has ended, its retry delays included.
 *
 * @param mode what to do with the run that is one too many
 * @param limit how many may be active at once
 */
public record Overlap(Mode mode, int limit) {

    /** What to do with the run that is one too many. */
    public enum Mode {
        /** It is skipped: "previous run still active". */
        SKIP,
        /** It waits for its turn, first come, first served. */
        QUEUE,
        /** The oldest active run is cancelled, and this one takes its place. */
        REPLACE
    }

    private static final Overlap ALLOW = new Overlap(Mode.SKIP, Integer.MAX_VALUE);

    /** Refuses a limit below 1. */
    public Overlap {
        if (limit < 1) {
            throw new IllegalArgumentException("at least one run must be allowed at a time, not " + limit);
        }
    }

    /** Any number side by side. The default. */
    public static Overlap allow() {
        return ALLOW;
    }

    /** Up to {@code limit} side by side; one more is skipped. */
    public static Overlap allow(int limit) {
        return new Overlap(Mode.SKIP, limit);
    }

    /** One at a time; one more is skipped. */
    public static Overlap skip() {
        return new Overlap(Mode.SKIP, 1);
    }

    /** One at a time; one more waits. */
    public static Overlap queue() {
        return new Overlap(Mode.QUEUE, 1);
    }

    /** One at a time; one more cancels the older and takes its place. */
    public static Overlap replace() {
        return new Overlap(Mode.REPLACE, 1);
    }

    /** The same with another number allowed at a time. */
    public Overlap upTo(int limit) {
        return new Overlap(mode, limit);
    }

    /** Whether there is nothing to keep count of. */
    public boolean isUnlimited() {
        return limit == Integer.MAX_VALUE;
    }
}
