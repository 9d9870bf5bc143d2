package dev.baton.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.RunPolicy;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lanes on a machine on which started threads wait for a core. */
final class LocalWorkerTest {

    private static final int MOST = 1_000_000;

    private final StartedThreads threads = new StartedThreads();
    private final HandTurned time = new HandTurned();
    private final LocalWorker worker = new LocalWorker(new AlwaysReady(), time, MOST, threads);

    @AfterEach
    void close() {
        worker.close();
    }

    @Test
    void no_lane_is_started_while_another_has_not_begun() {
        for (int i = 0; i < 20; i++) {
            worker.wake();
            time.ring();
        }
        assertThat(threads.waiting).hasSize(1);
    }

    /** Threads that never get a core. */
    private static final class StartedThreads extends AbstractExecutorService {

        private final List<Runnable> waiting = new ArrayList<>();

        @Override
        public void execute(Runnable command) {
            waiting.add(command);
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /** There is something to do, but whoever looks is too late. */
    private static final class AlwaysReady implements Worker.Source {

        @Override
        public Worker.Claim claim() {
            return null;
        }

        @Override
        public Worker.Claim claim(Predicate<RunPolicy.Demand> fits) {
            return null;
        }

        @Override
        public boolean hasReady() {
            return true;
        }

        @Override
        public List<Worker.Waiting> waiting() {
            return List.of();
        }
    }

    /** Stands still; timers ring when the test says so. */
    private static final class HandTurned implements Time {

        private final List<Runnable> timers = new ArrayList<>();

        void ring() {
            List<Runnable> due = new ArrayList<>(timers);
            timers.clear();
            due.forEach(Runnable::run);
        }

        @Override
        public long micros() {
            return 0;
        }

        @Override
        public Timer at(Instant instant, Runnable task) {
            return after(Duration.ZERO, task);
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            timers.add(task);
            return () -> timers.remove(task);
        }

        @Override
        public void sleep(Duration duration) {}

        @Override
        public boolean await(Future<?> done, Duration atMost) {
            return done.isDone();
        }

        @Override
        public void close() {}
    }
}
