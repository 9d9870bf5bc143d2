package dev.baton.bench.peer;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** Threads for the peers. */
public final class Pools {

    private Pools() {}

    /** A thread for each core, as the carriers of Baton's virtual threads and its platform lanes are. */
    public static ExecutorService threadPerCore() {
        return new ForkJoinPool(
                Runtime.getRuntime().availableProcessors(),
                ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                null,
                true);
    }

    /** A virtual thread for each task, where the JVM has them. */
    public static Optional<ExecutorService> virtualThreads() {
        try {
            return Optional.of((ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }
}
