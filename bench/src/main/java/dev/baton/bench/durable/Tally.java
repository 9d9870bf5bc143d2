package dev.baton.bench.durable;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The body of jobs that do nothing: counts them, and knows when the first and the last of those awaited ran. */
final class Tally implements Runnable {

    /** Longer than anything here takes. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

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

    /** Waits for all that are awaited, and answers how many ran in a second. */
    double perSecond() throws InterruptedException {
        if (!done.await(PATIENCE.toMinutes(), TimeUnit.MINUTES)) {
            throw new IllegalStateException(
                    "only %,d of %,d jobs ran in %d minutes".formatted(ran.get(), awaited, PATIENCE.toMinutes()));
        }
        return awaited * 1e9 / (last - first);
    }
}
