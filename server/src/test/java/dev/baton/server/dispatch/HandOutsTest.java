package dev.baton.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.Trigger;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs on their way to workers. */
@Timeout(60)
class HandOutsTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Task TASK = new Task(
            new Command.Shell("true", "sh", null, Set.of(0), Duration.ZERO),
            Task.Grants.NOTHING,
            Task.ITEM_VARIABLE,
            List.of());
    private static final RunPolicy.Demand DEMAND = TASK.demand(RunPolicy.Demand.NONE);

    private final Leases leases = new Leases();
    private final DispatchThreads threads = new DispatchThreads();
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final CountDownLatch matched = new CountDownLatch(1);

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void a_run_that_was_taken_away_while_the_next_guard_blocked_goes_to_no_worker() throws Exception {
        HandOuts handOuts = handOuts(this::takeAllAway, () -> {});
        CompletableFuture<List<Assignment>> answer = handOuts.claim(worker(true), 2, LONG);
        matched.await();
        handOuts.close();
        assertThat(answer).succeedsWithin(LONG).isEqualTo(List.of());
    }

    @Test
    void a_run_that_was_taken_away_while_its_lease_was_recorded_goes_to_no_worker() {
        HandOuts handOuts = handOuts(() -> {}, this::takeAllAway);
        assertThat(handOuts.claim(worker(false), 2, LONG)).succeedsWithin(LONG).isEqualTo(List.of());
    }

    private void takeAllAway() {
        leases.all().forEach(leases::remove);
    }

    private static AttachedWorker worker(boolean local) {
        return new AttachedWorker(
                new WorkerRows.Row(
                        "worker",
                        new Dispatch.Introduction("worker", Set.of(), Set.of(), Set.of("shell"), Set.of(), 4, "1"),
                        UUID.randomUUID(),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        false,
                        Set.of()),
                local);
    }

    /**
     * Hands out one run.
     *
     * @param beforeSecond called while the next run is claimed
     * @param recording called while the lease is recorded
     */
    private HandOuts handOuts(Runnable beforeSecond, Runnable recording) {
        Worker.Source source = proxy(Worker.Source.class, (self, method, arguments) -> switch (method.getName()) {
            case "claim" -> next((Predicate<?>) arguments[0], beforeSecond, recording);
            case "offered" -> {
                matched.countDown();
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
        Time time = proxy(Time.class, (self, method, arguments) -> switch (method.getName()) {
            case "now" -> Instant.EPOCH;
            case "after" -> (Time.Timer) () -> {};
            default -> throw new UnsupportedOperationException(method.getName());
        });
        LogSink noLog = (run, attempt, lines) -> {};
        return new HandOuts(
                source, time, threads, leases, new HandOuts.Around(noLog, worker -> true, (lease, progress) -> {}));
    }

    @SuppressWarnings("unchecked")
    private Object next(Predicate<?> fits, Runnable beforeSecond, Runnable recording) {
        if (!((Predicate<RunPolicy.Demand>) fits).test(DEMAND)) {
            return null;
        }
        if (claimed.compareAndSet(false, true)) {
            return claim(recording);
        }
        beforeSecond.run();
        return null;
    }

    private static Worker.Claim claim(Runnable recording) {
        RunContext context = proxy(RunContext.class, (self, method, arguments) -> switch (method.getName()) {
            case "runId" -> new RunId(new UUID(0, 1), 0);
            case "executionId" -> new UUID(0, 1);
            case "attempt" -> 1;
            case "jobName" -> "job";
            case "scheduledTime" -> Instant.EPOCH;
            case "trigger" -> Trigger.MANUAL;
            case "isFinal" -> false;
            case "parents" -> List.of();
            case "parameters" -> Map.of();
            case "item", "parentRun" -> Optional.empty();
            default -> throw new UnsupportedOperationException(method.getName());
        });
        Job job = Job.named("job").call(TASK);
        return proxy(Worker.Claim.class, (self, method, arguments) -> switch (method.getName()) {
            case "context" -> context;
            case "job" -> job;
            case "handOut" -> {
                recording.run();
                yield CompletableFuture.completedFuture(null);
            }
            case "isTaken", "isBorrowed", "mayHaveStarted" -> false;
            case "onStop", "fail", "handBack" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }
}
