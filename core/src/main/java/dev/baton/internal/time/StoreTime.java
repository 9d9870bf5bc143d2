package dev.baton.internal.time;

import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Future;

/** Time by the store's clock, on which nodes with different clocks agree. Delays use the node's own clock. */
public final class StoreTime implements Time {

    private final Time local;
    private final Store store;

    public StoreTime(Time local, Store store) {
        this.local = local;
        this.store = store;
    }

    @Override
    public long micros() {
        long now = local.micros();
        return now + store.clockAhead(now);
    }

    @Override
    public long nanos() {
        return local.nanos();
    }

    @Override
    public Timer at(Instant instant, Runnable task) {
        return local.at(instant.minus(store.clockAhead(local.micros()), ChronoUnit.MICROS), task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        return local.after(delay, task);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        local.sleep(duration);
    }

    @Override
    public boolean await(Future<?> done, Duration atMost) throws InterruptedException {
        return local.await(done, atMost);
    }

    @Override
    public void close() {
        local.close();
    }
}
