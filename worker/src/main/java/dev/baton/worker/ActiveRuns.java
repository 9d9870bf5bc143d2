package dev.baton.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The current runs of a worker, and its free slots. */
final class ActiveRuns {

    private final int capacity;
    private final Map<String, Entry> byLease = new ConcurrentHashMap<>();
    private int taken;

    ActiveRuns(int capacity) {
        this.capacity = capacity;
    }

    /** Waits for a free slot, and takes all free slots. */
    synchronized int takePlaces() throws InterruptedException {
        while (taken >= capacity) {
            wait();
        }
        int places = capacity - taken;
        taken = capacity;
        return places;
    }

    /** Gives back slots that no run took. */
    synchronized void giveBack(int places) {
        taken -= places;
        notifyAll();
    }

    /** Takes a slot for a run that began before this process, whether one is free or not. */
    synchronized void takePlace() {
        taken++;
    }

    void add(Entry entry) {
        byLease.put(entry.run().lease(), entry);
    }

    void remove(ActiveRun run) {
        byLease.remove(run.lease());
        giveBack(1);
    }

    @Nullable ActiveRun find(String lease) {
        Entry entry = byLease.get(lease);
        return entry == null ? null : entry.run();
    }

    Collection<Entry> entries() {
        return List.copyOf(byLease.values());
    }

    List<ActiveRun> all() {
        return byLease.values().stream().map(Entry::run).toList();
    }

    /** Waits until these runs are over, or the time runs out. */
    synchronized void awaitGone(List<ActiveRun> those, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        long left = patience.toNanos();
        while (left > 0 && those.stream().anyMatch(run -> byLease.containsKey(run.lease()))) {
            wait(Math.max(1, left / 1_000_000));
            left = end - System.nanoTime();
        }
    }

    /** Waits until there are no runs; returns false if the time runs out. */
    synchronized boolean awaitNone(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!byLease.isEmpty()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(Math.max(1, left / 1_000_000));
        }
        return true;
    }

    /** A run with its delivery. */
    record Entry(ActiveRun run, Delivery delivery) {}
}
