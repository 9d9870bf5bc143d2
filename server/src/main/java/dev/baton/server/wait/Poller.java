package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Looks at something again and again for a run that waits, until it is enough or the run is to stop. Nothing of it has a
 * thread between two looks. Safe from any thread.
 */
public final class Poller {

    private final Time time;
    private final Executor threads;

    /**
     * With what drives it.
     *
     * @param time says when to look again
     * @param threads for looks, each of which may take a while
     */
    public Poller(Time time, Executor threads) {
        this.time = time;
        this.threads = threads;
    }

    /** A look at what is waited for. */
    @FunctionalInterface
    public interface Look {

        /**
         * Whether that was the last look: whatever was waited for is there, and has been made known.
         *
         * @throws Exception to fail the run
         */
        boolean isEnough() throws Exception;
    }

    /** Looks now, and then every so often. */
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
                // As with any body: whatever it is, the run must hear of it.
                handover.fail(e);
            }
        }

        void stop() {
            stopped = true;
            handover.fail(new InterruptedException("told to stop"));
        }
    }
}
