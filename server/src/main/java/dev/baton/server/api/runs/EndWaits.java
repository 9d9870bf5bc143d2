package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.server.http.ProblemException;
import dev.baton.server.security.Actor;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The requests that wait for executions to end. One thread serves all of them. Safe from any thread. */
final class EndWaits implements AutoCloseable {

    private static final int MOST_OF_ONE_CALLER = 100;
    private static final int MOST = 1_000;
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final long FIRST_MILLIS = 10;
    private static final long MOST_MILLIS = 500;

    private final Map<UUID, Integer> waiting = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread looking = new Thread(task, "baton-execution-waits");
        looking.setDaemon(true);
        return looking;
    });

    /**
     * Completes when an execution has ended, or after a time.
     *
     * @throws ProblemException with 429 if too many requests wait
     */
    CompletableFuture<@Nullable Void> end(Actor caller, Execution execution, Duration atMost) {
        int all = waiting.values().stream().mapToInt(Integer::intValue).sum();
        int own = waiting.merge(caller.token(), 1, Integer::sum);
        if (own > MOST_OF_ONE_CALLER || all >= MOST) {
            release(caller);
            throw ProblemException.tooMany(
                    own > MOST_OF_ONE_CALLER
                            ? MOST_OF_ONE_CALLER + " requests with this token wait for executions already. Try again."
                            : all + " requests wait for executions already. Try again.",
                    RETRY);
        }
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        look(new Wait(execution, System.nanoTime() + atMost.toNanos(), end), FIRST_MILLIS);
        return end.whenComplete((nothing, failure) -> release(caller));
    }

    private record Wait(Execution execution, long until, CompletableFuture<@Nullable Void> end) {}

    private void look(Wait wait, long delay) {
        try {
            var unused = thread.schedule(
                    () -> {
                        if (isOver(wait)) {
                            wait.end.complete(null);
                        } else {
                            look(wait, Math.min(MOST_MILLIS, delay * 2));
                        }
                    },
                    delay,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            wait.end.complete(null);
        }
    }

    private static boolean isOver(Wait wait) {
        try {
            return wait.execution.status().isTerminal() || System.nanoTime() >= wait.until;
        } catch (RuntimeException gone) {
            // The code that shows the execution afterwards reports the problem.
            return true;
        }
    }

    private void release(Actor caller) {
        waiting.computeIfPresent(caller.token(), (token, count) -> count == 1 ? null : count - 1);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
