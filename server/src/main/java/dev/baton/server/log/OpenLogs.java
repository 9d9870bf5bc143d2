package dev.baton.server.log;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The logs that this node writes at the moment. Safe from any thread. */
final class OpenLogs {

    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Map<String, LogBuffer> buffers = new ConcurrentHashMap<>();
    private final Function<String, LogSummary> written;
    private long opened;
    private long looked = System.nanoTime();

    /**
     * @param written tells the size of a run's log in the database
     */
    OpenLogs(Function<String, LogSummary> written) {
        this.written = written;
    }

    @Nullable LogBuffer find(String run) {
        LogBuffer buffer = buffers.get(run);
        return buffer == null || buffer.isRetired() ? null : buffer;
    }

    LogBuffer open(String run) {
        LogBuffer present = buffers.get(run);
        if (present != null && !present.isRetired()) {
            return present;
        }
        if (present != null) {
            buffers.remove(run, present);
        }
        LogBuffer fresh = new LogBuffer(run, written.apply(run));
        LogBuffer other = buffers.putIfAbsent(run, fresh);
        if (other != null) {
            return other;
        }
        synchronized (this) {
            opened++;
            notifyAll();
        }
        forgetIdle();
        return fresh;
    }

    int count() {
        return buffers.size();
    }

    /** The number of logs opened so far. */
    synchronized long opened() {
        return opened;
    }

    /** Waits until more logs than this number have been opened. */
    synchronized void awaitAnother(long than, long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (opened == than && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }

    /** Removes a retired log. */
    void forget(LogBuffer buffer) {
        buffers.remove(buffer.run(), buffer);
    }

    /** Retires all buffers, empty or not. */
    void forgetAll() {
        buffers.values().removeIf(LogBuffer::retire);
    }

    /** Retires the logs of runs whose end was never reported. */
    private void forgetIdle() {
        synchronized (this) {
            if (System.nanoTime() - looked < IDLE_NANOS) {
                return;
            }
            looked = System.nanoTime();
        }
        buffers.values().removeIf(buffer -> buffer.retireWhenIdle(IDLE_NANOS));
    }
}
