package dev.baton.interleaved;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Runs the operations of a class from several threads at once, in many random scenarios. {@code -Dbaton.seed.times=…}
 * draws this many times as many.
 */
public final class Interleavings {

    private static final int TIMES = Integer.getInteger("baton.seed.times", 1);

    private Interleavings() {}

    /**
     * Switches between the threads wherever they touch what they share. Finds what takes two or three switches in the
     * wrong places; slow for long operations.
     */
    public static void explore(Class<?> operations, int threads) {
        new ModelCheckingOptions()
                .iterations(3 * TIMES)
                .invocationsPerIteration(1_000)
                .threads(threads)
                .actorsBefore(0)
                .actorsPerThread(2)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .check(operations);
    }

    /** Lets real threads collide, on the memory as it is. */
    public static void stress(Class<?> operations) {
        new StressOptions()
                .iterations(10 * TIMES)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsBefore(0)
                .actorsPerThread(3)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .check(operations);
    }
}
