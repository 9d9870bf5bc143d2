package dev.baton.bench.durable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Threads that run jobs batch by batch until there are none, and then wait to be woken. */
final class RawWorkers implements AutoCloseable {

    private final List<RawClaims> claims;
    private final List<Thread> threads = new ArrayList<>();
    private final Semaphore awake = new Semaphore(0);
    private volatile boolean stopped;

    /** A thread for each of these. */
    RawWorkers(List<RawClaims> claims) {
        this.claims = claims;
    }

    void start() {
        for (RawClaims each : claims) {
            Thread thread = new Thread(() -> work(each), "raw-worker");
            threads.add(thread);
            thread.start();
        }
    }

    /** There may be new jobs. */
    void wake() {
        awake.release();
    }

    private void work(RawClaims batches) {
        try {
            while (!stopped) {
                if (batches.next() == 0) {
                    awake.acquire();
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the raw worker cannot go on", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws SQLException {
        stopped = true;
        awake.release(threads.size());
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (RawClaims each : claims) {
            each.close();
        }
    }
}
