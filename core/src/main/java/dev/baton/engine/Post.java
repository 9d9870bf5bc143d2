package dev.baton.engine;

import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries letters between nodes, and hands those for this one to whoever reads their kind. Safe from any thread. */
final class Post {

    private static final Logger LOG = LoggerFactory.getLogger(Post.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Store store;
    private final Machinery machinery;
    private final Map<String, Consumer<Letter>> readers = new ConcurrentHashMap<>();
    private final AtomicBoolean called = new AtomicBoolean();
    private volatile boolean closed;

    Post(Store store, Machinery machinery) {
        this.store = store;
        this.machinery = machinery;
    }

    /** Has letters of a kind read by this. */
    void deliver(String kind, Consumer<Letter> reader) {
        readers.put(kind, reader);
    }

    /** Sends a letter, now or not at all. */
    void send(UUID node, Letter letter) {
        store.send(List.of(new Store.Mail(node, letter.toString())));
    }

    /** Sends a letter as soon as the store can be reached; the same one may arrive twice. */
    void sendSurely(UUID node, Letter letter) {
        sendSurely(List.of(new Store.Mail(node, letter.toString())));
    }

    /** Sends letters as soon as the store can be reached; the same ones may arrive twice. */
    void sendSurely(List<Store.Mail> letters) {
        try {
            store.send(letters);
        } catch (StoreUnavailableException e) {
            machinery.time().after(PAUSE, () -> machinery.later(() -> sendSurely(letters)));
        } catch (FencedException e) {
            LOG.debug("{} letters are not sent: what they are about is others' now", letters.size());
        }
    }

    /** Looks for letters, soon and by another thread. */
    void look() {
        if (store.isShared() && !called.get() && called.compareAndSet(false, true)) {
            machinery.later(() -> {
                called.set(false);
                receive();
            });
        }
    }

    private void receive() {
        try {
            store.receive().forEach(text -> read(Letter.parse(text)));
        } catch (StoreUnavailableException | FencedException e) {
            LOG.debug("letters are received when the store is back, by whoever this node is then");
        }
    }

    /** Reads nothing more. */
    void close() {
        closed = true;
    }

    private void read(Letter letter) {
        if (closed) {
            return;
        }
        Consumer<Letter> reader = readers.get(letter.kind());
        if (reader == null) {
            LOG.warn("a letter of a kind that this version does not know: {}", letter.kind());
            return;
        }
        try {
            reader.accept(letter);
        } catch (RuntimeException e) {
            LOG.error("a letter about {} could not be read", letter.kind(), e);
        }
    }
}
