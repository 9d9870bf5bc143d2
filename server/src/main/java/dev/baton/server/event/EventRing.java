package dev.baton.server.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest events, numbered from 1. All subscriptions read from the one ring, each from its own position: a slow
 * reader costs no memory, and a writer never waits for a reader.
 */
final class EventRing {

    private final long start;
    private final @Nullable ServerEvent[] ring;
    private long newest;

    EventRing(Instant start, int capacity) {
        this.start = start.toEpochMilli();
        this.ring = new @Nullable ServerEvent[capacity];
    }

    synchronized ServerEvent add(String type, Instant time, Map<String, Object> data) {
        newest++;
        ServerEvent event = new ServerEvent(id(newest), type, time, data);
        ring[place(newest)] = event;
        return event;
    }

    synchronized long newest() {
        return newest;
    }

    synchronized long oldest() {
        return Math.max(1, newest - ring.length + 1);
    }

    /** A limited number of events from this number on, which must not be older than the oldest. */
    synchronized List<ServerEvent> from(long number, int most) {
        List<ServerEvent> found = new ArrayList<>();
        for (long next = number; next <= newest && found.size() < most; next++) {
            ServerEvent event = ring[place(next)];
            if (event != null) {
                found.add(event);
            }
        }
        return found;
    }

    /** The id of an event: the server's start, so that ids of two starts differ, and its number, both sortable as text. */
    String id(long number) {
        return padded(start, 13) + '-' + padded(number, 12);
    }

    /** Written by hand, because a formatter would cost more than the rest of an event. */
    private static String padded(long number, int width) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    /** The number in an id of this ring; -1 for other ids. */
    long number(String id) {
        int dash = id.indexOf('-');
        if (dash < 0 || !id.substring(dash + 1).matches("[0-9]{12,18}")) {
            return -1;
        }
        long number = Long.parseLong(id, dash + 1, id.length(), 10);
        return id.equals(id(number)) ? number : -1;
    }

    private int place(long number) {
        return (int) (number % ring.length);
    }
}
