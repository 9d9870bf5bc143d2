package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Checks a condition at intervals for a waiting run, until the condition is met or the run must stop. Occupies no
 * thread between two checks. Safe from any thread.
 */
public final class Poller {

    private final Time time;
    private final Executor threads;

    /**
     * Creates a poller.
     *
     * @param time the clock that schedules checks
     * @param threads the threads of checks, each of which may take a while
     */
    public Poller(Time time, Executor threads) {
        this.time = time;
        this.threads = threads;
    }

    /** A check of the condition. */
    @FunctionalInterface
    public interface Look {

        /**
         * Returns whether the condition is met and the run has been told.
         *
         * @throws Exception to fail the run
         */
        boolean isEnough() throws Exception;
    }

    /** Checks now, and then at intervals. */
    public void poll(Duration every, Deferred.Handover handover, Look look) {
        Polling polling = new Polling(every, handover, look);
        handover.onStop(polling::stop);
        threads.execute(polling);
    }

    private final class Polling implements Runnable {

        private final Duration every;
        private final Deferred.Handover handover;
        private final Look look;
        private volatile boolean stopped;

        Polling(Duration every, Deferred.Handover handover, Look look) {
            this.every = every;
            this.handover = handover;
            this.look = look;
        }

        @Override
        public void run() {
            if (stopped) {
                return;
            }
            try {
                if (!look.isEnough()) {
                    time.after(every, () -> threads.execute(this));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                handover.fail(e);
            } catch (Throwable e) {
                // As with any body, every exception must reach the run.
                handover.fail(e);
            }
        }

        void stop() {
            stopped = true;
            handover.fail(new InterruptedException("told to stop"));
        }
    }
}
