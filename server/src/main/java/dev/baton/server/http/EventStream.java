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
 * The stream of events to one client. Sending never blocks and needs no thread: unsent events wait in a queue, and a
 * client whose queue is full is disconnected; it can return with the id of the last event that it has seen. Safe from
 * any thread.
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
    private boolean undrained;
    private boolean finishing;
    private boolean connected;
    private boolean draining;
    private boolean drainAgain;
    private boolean closed;

    EventStream(ServletOutputStream out, @Nullable String lastEventId) {
        this.out = out;
        this.lastEventId = lastEventId;
    }

    /** The id of the last event that a returning client has seen; empty for a new client. */
    public Optional<String> lastEventId() {
        return Optional.ofNullable(lastEventId);
    }

    /** Sends an event. Returns false if the stream is closed, or closes now because the client is too slow. */
    public boolean send(Event event) {
        return send(event.bytes());
    }

    boolean send(byte[] bytes) {
        boolean overflow;
        synchronized (this) {
            if (closed || finishing) {
                return false;
            }
            overflow = !hasRoom();
            if (!overflow) {
                add(bytes);
            }
        }
        if (overflow) {
            close();
            return false;
        }
        drain();
        return true;
    }

    /** Sends a last event, and ends the stream once the connection has taken everything up to it. */
    public void finish(Event last) {
        synchronized (this) {
            if (closed || finishing) {
                return;
            }
            add(last.bytes());
            finishing = true;
        }
        drain();
    }

    private void add(byte[] bytes) {
        waiting.add(bytes);
        waitingBytes += bytes.length;
    }

    /** Whether an event can be sent without disconnecting the client. */
    public synchronized boolean hasRoom() {
        return waiting.size() < MOST_EVENTS && waitingBytes < MOST_BYTES;
    }

    /** Whether the queue is empty: only then is a keep-alive comment needed, and there is always room for it. */
    synchronized boolean isIdle() {
        return waiting.isEmpty();
    }

    /** Registers a callback for when the client has read everything, to send more. It must not block for long. */
    public void onDrained(Runnable action) {
        synchronized (this) {
            onDrained = action;
        }
    }

    /**
     * Registers a callback for the end of the stream, called once; called immediately if the stream is closed already.
     */
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

    /** Completes when the stream is closed. */
    CompletableFuture<@Nullable Void> end() {
        return end;
    }

    /** Called by the server when the connection can accept more. */
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

    /** Runs on one thread at a time, which also handles what other threads and the action add meanwhile. */
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

    /** What follows when the connection has taken everything. An event that was added since then comes first. */
    private synchronized Runnable drainedAction() {
        return finishing && waiting.isEmpty() ? this::close : onDrained;
    }

    private synchronized boolean goesOn() {
        draining = drainAgain;
        drainAgain = false;
        return draining;
    }

    /** Writes as much as the connection accepts; returns true once after something was written, when nothing is left. */
    private synchronized boolean write() throws IOException {
        while (!closed && out.isReady()) {
            byte[] next = waiting.poll();
            if (next != null) {
                waitingBytes -= next.length;
                out.write(next);
                unflushed = true;
                undrained = true;
            } else if (unflushed) {
                unflushed = false;
                out.flush();
            } else {
                boolean drained = undrained;
                undrained = false;
                return drained;
            }
        }
        return false;
    }
}
