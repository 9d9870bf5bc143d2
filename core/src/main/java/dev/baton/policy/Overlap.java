package dev.baton.policy;

/**
 * The policy for a job that is due while earlier runs of it are still active, whatever the trigger. A run is active
 * from the moment it is ready until it has ended, including its retry delays.
 *
 * <pre>{@code
 * Job.named("sync").cron("* * * * *").overlap(Overlap.skip()).run(context -> sync());
 * }</pre>
 *
 * @param mode what happens to a run over the limit
 * @param limit how many runs may be active at once
 */
public record Overlap(Mode mode, int limit) {

    /** The treatment of a run above the limit. */
    public enum Mode {
        /** The run is skipped: "previous run still active". */
        SKIP,
        /** The run waits for its turn, first come, first served. */
        QUEUE,
        /** The oldest active run is cancelled, and the new run takes its place. */
        REPLACE
    }

    private static final Overlap ALLOW = new Overlap(Mode.SKIP, Integer.MAX_VALUE);

    /** Rejects a limit below 1. */
    public Overlap {
        if (limit < 1) {
            throw new IllegalArgumentException("at least one run must be allowed at a time, not " + limit);
        }
    }

    /** Any number of runs at a time. The default. */
    public static Overlap allow() {
        return ALLOW;
    }

    /** At most {@code limit} runs at a time; further runs are skipped. */
    public static Overlap allow(int limit) {
        return new Overlap(Mode.SKIP, limit);
    }

    /** One run at a time; further runs are skipped. */
    public static Overlap skip() {
        return new Overlap(Mode.SKIP, 1);
    }

    /** One run at a time; further runs wait. */
    public static Overlap queue() {
        return new Overlap(Mode.QUEUE, 1);
    }

    /** One run at a time; a new run cancels the older one and takes its place. */
    public static Overlap replace() {
        return new Overlap(Mode.REPLACE, 1);
    }

    /** This policy with another limit. */
    public Overlap upTo(int limit) {
        return new Overlap(mode, limit);
    }

    /** Whether this policy restricts nothing. */
    public boolean isUnlimited() {
        return limit == Integer.MAX_VALUE;
    }
}
