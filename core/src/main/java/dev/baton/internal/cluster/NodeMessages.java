package dev.baton.internal.cluster;

import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends messages to other nodes, and passes received messages to the reader of their kind. Safe from any thread. */
public final class NodeMessages {

    private static final Logger LOG = LoggerFactory.getLogger(NodeMessages.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Store store;
    private final Time time;
    private final Executor executor;
    private final Map<String, Consumer<NodeMessage>> readers = new ConcurrentHashMap<>();
    private final AtomicBoolean called = new AtomicBoolean();
    private volatile boolean closed;

    NodeMessages(Store store, Time time, Executor executor) {
        this.store = store;
        this.time = time;
        this.executor = executor;
    }

    /** Registers the reader of a kind of messages. */
    void deliver(String kind, Consumer<NodeMessage> reader) {
        readers.put(kind, reader);
    }

    /** Sends a message now or, if the store is unreachable, not at all. */
    void send(UUID node, NodeMessage message) {
        store.send(List.of(new Store.Message(node, message.toString())));
    }

    /** Sends a message at least once, as soon as the store can be reached. */
    void sendSurely(UUID node, NodeMessage message) {
        sendSurely(List.of(new Store.Message(node, message.toString())));
    }

    /** Sends messages at least once, as soon as the store can be reached. */
    void sendSurely(List<Store.Message> messages) {
        sendSurely(messages, refusal -> {
            throw refusal;
        });
    }

    /**
     * Sends a message at least once, as soon as the store can be reached.
     *
     * @param instead makes the message to send if the store refuses this one, because it lacks a character for instance
     */
    void sendSurely(UUID node, NodeMessage message, Function<RuntimeException, NodeMessage> instead) {
        sendSurely(
                List.of(new Store.Message(node, message.toString())),
                refusal -> sendSurely(node, instead.apply(refusal)));
    }

    private void sendSurely(List<Store.Message> messages, Consumer<RuntimeException> refused) {
        try {
            store.send(messages);
        } catch (StoreUnavailableException e) {
            time.after(PAUSE, () -> executor.execute(() -> sendSurely(messages, refused)));
        } catch (FencedException e) {
            LOG.debug("{} messages are not sent: other nodes own the executions they are about", messages.size());
        } catch (RuntimeException e) {
            refused.accept(e);
        }
    }

    /** Receives messages soon, on another thread. */
    void look() {
        if (store.isShared() && !called.get() && called.compareAndSet(false, true)) {
            executor.execute(() -> {
                called.set(false);
                receive();
            });
        }
    }

    private void receive() {
        try {
            store.receive().forEach(this::read);
        } catch (StoreUnavailableException | FencedException e) {
            LOG.debug("messages are received when the store is back or this node has joined again");
        }
    }

    /** Stops receiving messages. */
    void close() {
        closed = true;
    }

    /** A message that cannot be read does not keep the others from being read. */
    private void read(String text) {
        if (closed) {
            return;
        }
        try {
            read(NodeMessage.parse(text));
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "a message about {} could not be read",
                    text.lines().findFirst().orElse("nothing"),
                    e);
        }
    }

    private void read(NodeMessage message) {
        Consumer<NodeMessage> reader = readers.get(message.kind());
        if (reader == null) {
            LOG.warn("a message of a kind that this version does not know: {}", message.kind());
            return;
        }
        reader.accept(message);
    }
}
