package dev.baton.server.api.events;

import dev.baton.server.event.EventSubscription;
import dev.baton.server.event.ServerEvent;
import dev.baton.server.http.Event;
import dev.baton.server.http.EventStream;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Sends events to one client, in order, and no faster than the client reads: the other events stay in the hub until the
 * client has caught up. Safe from any thread.
 */
final class EventFeed {

    private static final int READ_AT_ONCE = 64;

    private final EventSubscription subscription;
    private final EventStream stream;
    private final Queue<ServerEvent> unsent = new ArrayDeque<>();

    EventFeed(EventSubscription subscription, EventStream stream) {
        this.subscription = subscription;
        this.stream = stream;
    }

    /** Sends as many events as there is room for. Called when there are new events, and when there is room. */
    void send() {
        if (Thread.holdsLock(this)) {
            // The client has read an event during the loop below, which continues with the next one.
            return;
        }
        synchronized (this) {
            boolean open = true;
            while (open && stream.hasRoom() && hasUnsent()) {
                open = stream.send(event(unsent.remove()));
            }
        }
    }

    private boolean hasUnsent() {
        if (unsent.isEmpty()) {
            unsent.addAll(subscription.next(READ_AT_ONCE));
        }
        return !unsent.isEmpty();
    }

    private static Event event(ServerEvent event) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", event.type());
        data.put("time", event.time());
        data.putAll(event.data());
        return Event.of(event.id(), event.type(), data);
    }
}
