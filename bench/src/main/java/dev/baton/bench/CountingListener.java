package dev.baton.bench;

import dev.baton.Listener;
import java.util.concurrent.atomic.LongAdder;

/** A listener that does the least it can: counts what it was told, and what it was not. */
final class CountingListener implements Listener {

    private final LongAdder told = new LongAdder();
    private final LongAdder lost = new LongAdder();

    @Override
    public void runScheduled(RunEvent event) {
        told.increment();
    }

    @Override
    public void runStarted(RunEvent event) {
        told.increment();
    }

    @Override
    public void runFinished(RunEvent event) {
        told.increment();
    }

    @Override
    public void eventsLost(long count) {
        lost.add(count);
    }

    /** Waits for as many events as there were, told or lost, and starts over. Answers the share that was lost. */
    double lostSince(long events) throws InterruptedException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (told.sum() + lost.sum() < events && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
        double share = 1 - (double) told.sum() / events;
        told.reset();
        lost.reset();
        return share;
    }
}
