package dev.baton.internal.fire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Timing;
import dev.baton.internal.definition.Scheduled;
import dev.baton.internal.time.SystemTime;
import dev.baton.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Schedules that several threads use. */
@Timeout(120)
final class SchedulesTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final CompletableFuture<Void> paused = new CompletableFuture<>();
    private final CompletableFuture<Void> removed = new CompletableFuture<>();

    /** In memory the only execution of a workflow that runs once may end within its fire, and remove the schedule. */
    @Test
    void a_fire_that_removes_its_schedule_and_a_pause_do_not_wait_for_each_other() {
        Once once = new Once();
        Schedules[] schedules = new Schedules[1];
        try (SystemTime time = new SystemTime()) {
            schedules[0] = new Schedules(
                    time,
                    Runnable::run,
                    new Target() {
                        @Override
                        public void fire(Scheduled source, Fires.Fire fire) {
                            Thread pausing = new Thread(() -> {
                                schedules[0].pause(once, true);
                                paused.complete(null);
                            });
                            pausing.setDaemon(true);
                            pausing.start();
                            awaitBlocked(pausing);
                            schedules[0].remove(source);
                            removed.complete(null);
                        }
                    },
                    () -> true);
            schedules[0].put(once, Schedule.every(Duration.ofSeconds(1)));
            assertThat(removed).succeedsWithin(LONG);
            assertThat(paused).succeedsWithin(LONG);
        }
    }

    private static void awaitBlocked(Thread thread) {
        while (thread.getState() != Thread.State.BLOCKED && thread.isAlive()) {
            Thread.onSpinWait();
        }
    }

    private static final class Once implements Scheduled {

        private volatile boolean paused;

        @Override
        public String name() {
            return "once";
        }

        @Override
        public Timing timing() {
            return Timing.TRIGGERED;
        }

        @Override
        public boolean isPaused() {
            return paused;
        }

        @Override
        public void setPaused(boolean newPaused) {
            paused = newPaused;
        }
    }

    private abstract static class Target implements Fires.Target {

        @Override
        public Instant dealtWith(Scheduled source) {
            return Instant.now();
        }

        @Override
        public void dealtWith(Scheduled source, Instant after, Instant until) {
            // Nothing is kept.
        }

        @Override
        public void missed(Scheduled source, IntSupplier count) {
            // Nobody listens.
        }
    }
}
