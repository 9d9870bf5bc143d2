package dev.baton.graph;

/**
 * The counters of a blocked step in one long, so that resolving an edge touches one place in memory: how many parents
 * have not ended (high half) and how many more edges must hold (low half). Negative once the step is decided.
 */
final class Wait {

    static final long DECIDED = -1;

    private static final long ONE_PARENT = 1L << 32;

    private Wait() {}

    static long of(int openParents, int missingEdges) {
        return openParents * ONE_PARENT + missingEdges;
    }

    static int openParents(long wait) {
        return (int) (wait >>> 32);
    }

    static int missingEdges(long wait) {
        return (int) wait;
    }

    /** The wait after one more parent has ended. Under a join over some, more edges may hold than are needed. */
    static long parentEnded(long wait, boolean edgeHolds) {
        long left = wait - ONE_PARENT;
        return edgeHolds && missingEdges(wait) > 0 ? left - 1 : left;
    }
}
