package dev.baton.internal.event;

import dev.baton.Listener;
import dev.baton.internal.execution.Happening;
import dev.baton.spi.Worker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates the engine from one listener: logs the exceptions that the listener throws, and drops events while it is too
 * slow. Events wait in a ring that many threads write and one thread at a time reads.
 */
final class ListenerQueue {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerQueue.class);
    private static final int CAPACITY = 1 << 17;

    private final Listener listener;
    private final Worker worker;
    private final AtomicReferenceArray<@Nullable Happening> ring = new AtomicReferenceArray<>(CAPACITY);
    private final AtomicLong written = new AtomicLong();
    /** The number of entries taken out; written by the thread that delivers. */
    private final AtomicLong read = new AtomicLong();

    /** An old value of {@link #read}, which writers can read without disturbing the reader. */
    private volatile long knownRead;

    private final AtomicLong lost = new AtomicLong();
    private final AtomicBoolean delivering = new AtomicBoolean();

    ListenerQueue(Listener listener, Worker worker) {
        this.listener = listener;
        this.worker = worker;
    }

    void put(Happening note) {
        long place;
        do {
            place = written.get();
            if (isFull(place)) {
                if (lost.getAndAdd(note.events()) == 0) {
                    LOG.warn("listener {} is too slow: events are lost for it", listener);
                }
                return;
            }
        } while (!written.compareAndSet(place, place + 1));
        // A release write is enough: a thread that stops delivering checks the count, which was raised before.
        ring.setRelease(index(place), note);
        if (!delivering.get() && delivering.compareAndSet(false, true)) {
            worker.execute(this::deliver);
        }
    }

    private boolean isFull(long place) {
        if (place - knownRead < CAPACITY) {
            return false;
        }
        knownRead = read.getAcquire();
        return place - knownRead >= CAPACITY;
    }

    private void deliver() {
        do {
            // A reader close behind the writers would make all of them contend for the same memory.
            for (boolean more = deliverAll(); more; more = deliverAll()) {
                worker.linger();
            }
            long missing = lost.getAndSet(0);
            if (missing > 0) {
                tell((told, event) -> told.eventsLost(missing));
            }
            delivering.set(false);
            // A thread that added an event after the last check may have seen this one still delivering.
        } while (written.get() != read.getPlain() && delivering.compareAndSet(false, true));
    }

    private boolean deliverAll() {
        Happening note = take();
        boolean any = note != null;
        while (note != null) {
            tell(note);
            note = take();
        }
        return any;
    }

    private @Nullable Happening take() {
        long place = read.getPlain();
        Happening note = ring.get(index(place));
        if (note != null) {
            ring.setRelease(index(place), null);
            read.setRelease(place + 1);
        }
        return note;
    }

    private static int index(long place) {
        return (int) place & (CAPACITY - 1);
    }

    private void tell(Happening note) {
        for (int event = 0; event < note.events(); event++) {
            try {
                note.tell(listener, event);
            } catch (Throwable e) {
                LOG.error("listener {} threw; it will be told the next event all the same", listener, e);
            }
        }
    }
}
