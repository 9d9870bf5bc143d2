package dev.baton.bench.durable;

import dev.baton.bench.Rate;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The body of jobs that do nothing: counts them, and knows when the first and the last of those awaited ran. */
final class Tally implements Runnable {

    /** Longer than anything here takes. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final long LOOK_EVERY_MILLIS = 10;

    private final int awaited;
    private final AtomicInteger ran = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile long first;
    private volatile long last;

    Tally(int awaited) {
        this.awaited = awaited;
    }

    @Override
    public void run() {
        int number = ran.incrementAndGet();
        if (number == 1) {
            first = System.nanoTime();
        }
        if (number == awaited) {
            last = System.nanoTime();
            done.countDown();
        }
    }

    /** Waits for all that are awaited, and answers how many bodies ran in a second. */
    double perSecond() throws InterruptedException {
        awaitBodies();
        return awaited * 1e9 / (last - first);
    }

    /**
     * Waits for all that are awaited and for nothing to be left, and answers how many jobs ended in a second: the last
     * body has run a while before the database knows.
     */
    double endedPerSecond(DurableScheduler scheduler) throws Exception {
        awaitBodies();
        while (scheduler.unfinished() > 0) {
            if (System.nanoTime() - last > PATIENCE.toNanos()) {
                throw new IllegalStateException("%,d bodies ran, and %,d of their jobs have not ended"
                        .formatted(awaited, scheduler.unfinished()));
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
        return Rate.perSecond(awaited, first);
    }

    private void awaitBodies() throws InterruptedException {
        if (!done.await(PATIENCE.toMinutes(), TimeUnit.MINUTES)) {
            throw new IllegalStateException(
                    "only %,d of %,d jobs ran in %d minutes".formatted(ran.get(), awaited, PATIENCE.toMinutes()));
        }
    }
}
