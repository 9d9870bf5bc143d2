package dev.baton.internal.run;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The current load of this node, and its throughput. Safe from any thread. */
public final class Load {

    private final AtomicInteger waiting = new AtomicInteger();
    private final Set<Attempt> running = ConcurrentHashMap.newKeySet();
    private final AtomicLong done = new AtomicLong();

    void enqueued(int runs) {
        waiting.addAndGet(runs);
    }

    void taken() {
        waiting.decrementAndGet();
    }

    void started(Attempt attempt) {
        running.add(attempt);
    }

    void ended(Attempt attempt) {
        if (running.remove(attempt)) {
            done.incrementAndGet();
        }
    }

    /** Ready runs that no worker has taken yet. */
    public int waiting() {
        return waiting.get();
    }

    public Collection<Attempt> running() {
        return running;
    }

    /** How many attempts have ended so far. */
    public long done() {
        return done.get();
    }

    /** How many runs have become ready so far: those that wait, run, or have ended. */
    public long sum() {
        return done.get() + running.size() + waiting.get();
    }
}
