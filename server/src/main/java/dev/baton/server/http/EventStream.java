package dev.baton.server.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The events that one client is sent. Sending never blocks and takes no thread: what the client has not taken yet waits
 * in a queue, and a client whose queue is full is cut off; it can come back with the id of the last event it saw. Safe
 * from any thread.
 */
public final class EventStream implements WriteListener, AutoCloseable {

    private static final int MOST_EVENTS = 1024;
    private static final int MOST_BYTES = 1024 * 1024;

    private final ServletOutputStream out;
    private final @Nullable String lastEventId;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private final List<Runnable> onClose = new ArrayList<>();
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private Runnable onDrained = () -> {};
    private int waitingBytes;
    private boolean unflushed;
    private boolean connected;
    private boolean draining;
    private boolean drainAgain;
    private boolean closed;

    EventStream(ServletOutputStream out, @Nullable String lastEventId) {
        this.out = out;
        this.lastEventId = lastEventId;
    }

    /** The last event that the client saw before it came back, if it did. */
    public Optional<String> lastEventId() {
        return Optional.ofNullable(lastEventId);
    }

    /** Sends an event. False when the stream is closed, or is now because the client is too slow. */
    public boolean send(Event event) {
        return send(event.bytes());
    }

    boolean send(byte[] bytes) {
        boolean overflow;
        synchronized (this) {
            if (closed) {
                return false;
            }
            overflow = !hasRoom();
            if (!overflow) {
                waiting.add(bytes);
                waitingBytes += bytes.length;
            }
        }
        if (overflow) {
            close();
            return false;
        }
        drain();
        return true;
    }

    /** Whether an event can be sent without the client being cut off. */
    public synchronized boolean hasRoom() {
        return waiting.size() < MOST_EVENTS && waitingBytes < MOST_BYTES;
    }

    /** Whether nothing waits to be taken: only then is there need for a sign of life, and always room for it. */
    synchronized boolean isIdle() {
        return waiting.isEmpty();
    }

    /**
     * Called whenever everything was taken by the client: the moment for those who read from somewhere to send more. It
     * must not block for long.
     */
    public void onDrained(Runnable action) {
        synchronized (this) {
            onDrained = action;
        }
    }

    /** Called once, when the stream is closed by either side; at once when it is already. */
    public void onClose(Runnable action) {
        synchronized (this) {
            if (!closed) {
                onClose.add(action);
                return;
            }
        }
        action.run();
    }

    /** Ends the stream. */
    @Override
    public void close() {
        List<Runnable> actions;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            waiting.clear();
            actions = List.copyOf(onClose);
        }
        actions.forEach(Runnable::run);
        end.complete(null);
    }

    /** Completed when the stream is closed. */
    CompletableFuture<@Nullable Void> end() {
        return end;
    }

    /** Called by the server when the connection takes more. */
    @Override
    public void onWritePossible() {
        synchronized (this) {
            connected = true;
        }
        drain();
    }

    /** Called by the server when the connection is gone. */
    @Override
    public void onError(Throwable failure) {
        close();
    }

    /** One thread at a time; what others add meanwhile, and what the action adds, is seen to by that one. */
    private void drain() {
        synchronized (this) {
            if (!connected) {
                return;
            }
            if (draining) {
                drainAgain = true;
                return;
            }
            draining = true;
        }
        try {
            do {
                if (write()) {
                    drainedAction().run();
                }
            } while (goesOn());
        } catch (IOException | RuntimeException gone) {
            close();
        }
    }

    private synchronized Runnable drainedAction() {
        return onDrained;
    }

    private synchronized boolean goesOn() {
        draining = drainAgain;
        drainAgain = false;
        return draining;
    }

    /** Writes as much as the connection takes; true when that was everything, and there was something. */
    private synchronized boolean write() throws IOException {
        boolean wrote = false;
        while (!closed && out.isReady()) {
            byte[] next = waiting.poll();
            if (next != null) {
                waitingBytes -= next.length;
                out.write(next);
                unflushed = true;
                wrote = true;
            } else if (unflushed) {
                unflushed = false;
                out.flush();
            } else {
                return wrote;
            }
        }
        return false;
    }
}
