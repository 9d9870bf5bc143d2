package dev.baton.server.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscription of one client, from one position on. Reading never blocks. A client that reads so slowly that unseen
 * events are overwritten gets a {@link ServerEvent#RESET}, and continues with new events. Safe from any thread.
 */
public final class EventSubscription implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventSubscription.class);
    private static final int LOOKED_AT_ONCE = 256;

    private final EventRing ring;
    private final EventFilter filter;
    private final Supplier<Instant> now;
    private final Consumer<EventSubscription> onClose;
    private long next;
    private @Nullable String missed;
    private volatile Runnable onNews = () -> {};

    EventSubscription(EventRing ring, EventFilter filter, Supplier<Instant> now, Consumer<EventSubscription> onClose) {
        this.ring = ring;
        this.filter = filter;
        this.now = now;
        this.onClose = onClose;
        this.next = ring.newest() + 1;
    }

    /**
     * Continues after the event with this id, if the ring still has all events after it.
     *
     * @param completeFrom the number of the event from which on the ring has the events of other servers
     */
    EventSubscription after(String id, long completeFrom) {
        long seen = ring.number(id);
        if (seen < 0 || seen > ring.newest()) {
            missed = "the event \"" + id + "\" is not of this start of this server";
        } else if (seen + 1 < ring.oldest()) {
            missed = "events after \"" + id + "\" are not kept any longer";
        } else if (seen < completeFrom) {
            missed = "events of other servers after \"" + id + "\" were not kept";
        } else {
            next = seen + 1;
        }
        return this;
    }

    /**
     * Sets the callback for new events. It is called once immediately, and then on a thread that all subscriptions
     * share, so it must not block.
     */
    public void onNews(Runnable action) {
        onNews = action;
        action.run();
    }

    void tell() {
        try {
            onNews.run();
        } catch (RuntimeException failure) {
            LOG.error("a subscriber to events threw; it will be told of the next event all the same", failure);
        }
    }

    /** A limited number of unread events, the oldest first; empty if there are none. */
    public synchronized List<ServerEvent> next(int most) {
        List<ServerEvent> wanted = new ArrayList<>();
        while (wanted.size() < most) {
            List<ServerEvent> read = read();
            if (read.isEmpty()) {
                break;
            }
            for (ServerEvent event : read) {
                if (wanted.size() == most) {
                    break;
                }
                next = Math.max(next, ring.number(event.id()) + 1);
                if (filter.accepts(event)) {
                    wanted.add(event);
                }
            }
        }
        return wanted;
    }

    private List<ServerEvent> read() {
        // The ring may advance between two reads, so both values come from one snapshot.
        synchronized (ring) {
            if (next < ring.oldest()) {
                missed = "events were not read in time";
            }
            if (missed == null) {
                return ring.from(next, LOOKED_AT_ONCE);
            }
            ServerEvent reset =
                    new ServerEvent(ring.id(ring.newest()), ServerEvent.RESET, now.get(), Map.of("reason", missed));
            missed = null;
            next = ring.newest() + 1;
            return List.of(reset);
        }
    }

    /** Ends the subscription. */
    @Override
    public void close() {
        onClose.accept(this);
    }
}
