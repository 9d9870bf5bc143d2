package dev.baton.server.simulate;

import java.time.Duration;

/**
 * The work that one simulation may cost. A simulation lives in the memory of the process that runs it, so the counts
 * follow the size of its heap.
 *
 * @param definitions jobs and workflows together
 * @param steps steps of all workflows together
 * @param executions executions, nested ones among them
 * @param runs runs
 * @param time how long it may take in real time
 */
public record SimulationLimits(int definitions, int steps, int executions, int runs, Duration time) {

    private static final int MOST = 100_000;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Measured: a definition with its plan takes 5 to 10 kB, an execution of one run about 3 kB, its JSON included. */
    private static final long BYTES_A_DEFINITION = 64 * 1024;

    private static final long BYTES_A_RUN = 12 * 1024;

    /** The limits for the heap of this process. */
    public static SimulationLimits ofThisProcess() {
        return ofHeap(Runtime.getRuntime().maxMemory());
    }

    /** The limits for a heap of this size. */
    static SimulationLimits ofHeap(long bytes) {
        int definitions = (int) Math.min(MOST, bytes / BYTES_A_DEFINITION);
        int runs = (int) Math.min(MOST, bytes / BYTES_A_RUN);
        return new SimulationLimits(definitions, runs, runs, runs, LONGEST);
    }
}
