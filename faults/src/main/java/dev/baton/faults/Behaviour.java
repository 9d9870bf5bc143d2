package dev.baton.faults;

import dev.baton.RunStatus;

/**
 * The behaviour of a step's body, the same in every execution and attempt, so that it is known beforehand how all ends.
 *
 * @param failures how many attempts fail before one succeeds; {@link #ALWAYS} for all of them
 * @param leastMillis how long it takes at least
 * @param mostMillis how long it takes at most
 * @param retryMillis how long after a failed attempt the next one is due
 */
record Behaviour(int failures, int leastMillis, int mostMillis, int retryMillis) implements Work {

    static final int ALWAYS = Integer.MAX_VALUE;

    static Behaviour succeeds() {
        return new Behaviour(0, 0, 50, 0);
    }

    static Behaviour fails() {
        return new Behaviour(ALWAYS, 0, 50, 0);
    }

    static Behaviour failsAtFirst(int attempts, int retryMillis) {
        return new Behaviour(attempts, 0, 20, retryMillis);
    }

    Behaviour taking(int least, int most) {
        return new Behaviour(failures, least, most, retryMillis);
    }

    @Override
    public RunStatus end() {
        return alwaysFails() ? RunStatus.FAILURE : RunStatus.SUCCESS;
    }

    boolean alwaysFails() {
        return failures == ALWAYS;
    }

    /** How long a run takes: different from run to run, and the same whenever it is tried again. */
    int millis(Object execution, String step) {
        int spread = Math.floorMod(31 * execution.hashCode() + step.hashCode(), mostMillis - leastMillis + 1);
        return leastMillis + spread;
    }
}
