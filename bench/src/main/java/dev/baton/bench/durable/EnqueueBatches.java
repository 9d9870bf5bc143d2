package dev.baton.bench.durable;

import java.util.stream.IntStream;

/** How many jobs are stored at once by those that let their callers choose. */
final class EnqueueBatches {

    private static final int SIZE = 1_000;

    private EnqueueBatches() {}

    /** The sizes of the batches that this many jobs make. */
    static int[] sizes(int jobs) {
        return IntStream.iterate(jobs, left -> left > 0, left -> left - SIZE)
                .map(left -> Math.min(left, SIZE))
                .toArray();
    }
}
