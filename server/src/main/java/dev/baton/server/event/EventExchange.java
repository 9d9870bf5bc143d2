package dev.baton.server.event;

import dev.baton.worker.wire.JsonMappers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shares events between the servers of a cluster. A server with subscribers announces that every few seconds; only then
 * do the other servers send their events, several at a time. Events above the limit are dropped, and subscribers get a
 * reset. Costs nothing without subscribers. Safe from any thread.
 */
public final class EventExchange {

    /** The topic by which a server announces that it has subscribers. */
    public static final String FOLLOWING = "following";

    /** The topic of events. */
    public static final String EVENTS = "events";

    private static final Logger LOG = LoggerFactory.getLogger(EventExchange.class);
    private static final long SAY_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long BELIEVED_NANOS = 3 * SAY_NANOS;

    /** How long after the last subscriber has left a returning subscriber can continue where it was. */
    private static final long LINGER_NANOS = Duration.ofMinutes(1).toNanos();

    private static final int MOST_WAITING = 5_000;
    private static final int MOST_AT_ONCE = 10;

    /** PostgreSQL accepts fewer than 8,000 bytes. */
    private static final int LONGEST_TEXT = 7_000;

    private static final JsonMapper JSON = JsonMappers.plain();

    private final EventHub hub;
    private final Line line;
    private final String me = UUID.randomUUID().toString();
    private final Queue<ServerEvent> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private volatile long followedElsewhere = System.nanoTime() - BELIEVED_NANOS;
    private long followedHere = System.nanoTime() - LINGER_NANOS;
    private long said;
    private boolean following;
    private boolean connected;

    /** Sends messages to the other servers. */
    @FunctionalInterface
    public interface Line {

        /** Sends texts about a topic to all servers. */
        void send(String topic, List<String> texts);
    }

    /** Exchanges the events of a hub; {@link #tick} must be called several times a second. */
    public EventExchange(EventHub hub, Line line) {
        this.hub = hub;
        this.line = line;
        hub.exchange(this::offer);
    }

    // ---- what happens here

    private void offer(ServerEvent event) {
        if (System.nanoTime() - followedElsewhere > BELIEVED_NANOS) {
            return;
        }
        if (count.get() >= MOST_WAITING) {
            lost.incrementAndGet();
            return;
        }
        count.incrementAndGet();
        waiting.add(event);
    }

    /** Sends the events of this server, and announces whether it has subscribers. */
    public synchronized void tick() {
        long now = System.nanoTime();
        if (hub.subscriptions() > 0) {
            followedHere = now;
        }
        boolean wanted = now - followedHere < LINGER_NANOS;
        if (wanted != following) {
            following = wanted;
            hub.setComplete(wanted);
            said = now - SAY_NANOS;
        }
        if (following && now - said >= SAY_NANOS) {
            said = now;
            send(FOLLOWING, List.of(me));
        }
        sendEvents();
    }

    private void sendEvents() {
        int dropped = lost.getAndSet(0);
        List<String> texts = new ArrayList<>();
        if (dropped > 0) {
            texts.add(me + " " + JSON.writeValueAsString(Map.of("lost", dropped)));
        }
        while (texts.size() < MOST_AT_ONCE && !waiting.isEmpty()) {
            texts.add(nextText());
        }
        if (!texts.isEmpty() && !send(EVENTS, texts)) {
            lost.addAndGet(Math.max(1, dropped));
        }
    }

    private boolean send(String topic, List<String> texts) {
        try {
            line.send(topic, texts);
            return true;
        } catch (RuntimeException failure) {
            LOG.debug("other servers cannot be told of {} at the moment", topic, failure);
            return false;
        }
    }

    private String nextText() {
        ArrayNode events = JSON.createArrayNode();
        int size = 0;
        ServerEvent next = waiting.peek();
        while (next != null) {
            ObjectNode event = JSON.createObjectNode();
            event.put("type", next.type()).put("time", next.time().toString());
            event.set("data", JSON.valueToTree(next.data()));
            int bytes = event.toString().getBytes(StandardCharsets.UTF_8).length + 1;
            if (size > 0 && size + bytes > LONGEST_TEXT) {
                break;
            }
            waiting.poll();
            count.decrementAndGet();
            if (bytes <= LONGEST_TEXT) {
                events.add(event);
                size += bytes;
            }
            next = waiting.peek();
        }
        return me + " " + events;
    }

    // ---- what happens elsewhere

    /** Notes that a server has subscribers. */
    public void following(String server) {
        if (!server.isEmpty() && !server.equals(me)) {
            followedElsewhere = System.nanoTime();
        }
    }

    /** Publishes events of another server; an empty text means that messages may have been lost. */
    public void receive(String text) {
        if (text.isEmpty()) {
            if (connected) {
                hub.missedForeign("other servers were out of reach");
            }
            connected = true;
            return;
        }
        int space = text.indexOf(' ');
        if (space < 0 || text.substring(0, space).equals(me)) {
            return;
        }
        JsonNode said = JSON.readTree(text.substring(space + 1));
        if (said.has("lost")) {
            LOG.debug("another server had more events than it could tell");
            hub.missedForeign(said.path("lost").asInt() + " events of another server came too fast to be told");
        }
        for (JsonNode event : said) {
            if (event.isObject()) {
                hub.addForeign(
                        event.path("type").asString(),
                        Instant.parse(event.path("time").asString()),
                        data(event.path("data")));
            }
        }
    }

    @SuppressWarnings("unchecked") // the keys of a JSON object are strings
    private static Map<String, Object> data(JsonNode node) {
        return JSON.treeToValue(node, Map.class);
    }
}
