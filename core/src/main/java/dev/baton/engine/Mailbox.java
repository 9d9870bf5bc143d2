package dev.baton.engine;

import dev.baton.Listener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one listener away from the engine: what it throws is logged, and what it is too slow for is dropped. */
final class Mailbox {

    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    /** Some tens of megabytes at the worst. */
    private static final int CAPACITY = 262_144;

    private final Listener listener;
    private final Executor executor;
    private final Queue<Consumer<Listener>> notes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicBoolean delivering = new AtomicBoolean();

    Mailbox(Listener listener, Executor executor) {
        this.listener = listener;
        this.executor = executor;
    }

    void put(Consumer<Listener> note) {
        if (size.get() >= CAPACITY) {
            if (lost.getAndIncrement() == 0) {
                LOG.warn("listener {} is too slow: events are lost for it", listener);
            }
            return;
        }
        size.incrementAndGet();
        notes.add(note);
        if (!delivering.get() && delivering.compareAndSet(false, true)) {
            executor.execute(this::deliver);
        }
    }

    private void deliver() {
        do {
            Consumer<Listener> note = notes.poll();
            while (note != null) {
                size.decrementAndGet();
                tell(note);
                note = notes.poll();
            }
            long missing = lost.getAndSet(0);
            if (missing > 0) {
                tell(l -> l.eventsLost(missing));
            }
            delivering.set(false);
        } while (!notes.isEmpty() && delivering.compareAndSet(false, true));
    }

    private void tell(Consumer<Listener> note) {
        try {
            note.accept(listener);
        } catch (Throwable e) {
            LOG.error("listener {} threw; it will be told the next event all the same", listener, e);
        }
    }
}
