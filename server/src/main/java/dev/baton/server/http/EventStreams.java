package dev.baton.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All open event streams. One thread sends keep-alive comments, another ends the streams whose token was revoked or has
 * expired.
 */
final class EventStreams implements AutoCloseable {

    static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    /** Short, because a revoked token should soon be useless; longer than a database query takes. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    private final Map<EventStream, BooleanSupplier> open = new ConcurrentHashMap<>();
    private final ScheduledExecutorService heartbeats = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "baton-event-heartbeats");
        thread.setDaemon(true);
        return thread;
    });

    EventStreams(Duration heartbeat) {
        every(
                heartbeat,
                () -> open.keySet().stream().filter(EventStream::isIdle).forEach(stream -> stream.send(COMMENT)));
        every(LOOK_EVERY, this::endForbidden);
    }

    private void every(Duration interval, Runnable task) {
        var unused = heartbeats.scheduleWithFixedDelay(
                task, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void endForbidden() {
        try {
            open.forEach((stream, allowed) -> {
                if (!allowed.getAsBoolean()) {
                    stream.close();
                }
            });
        } catch (RuntimeException unknown) {
            // The database is unreachable: the tokens are checked when it is back.
            LOG.debug("open streams could not be checked", unknown);
        }
    }

    /**
     * Opens a stream on a request in asynchronous mode. The future completes with the stream.
     *
     * @param allowed whether the client may still read it; checked at intervals
     */
    CompletableFuture<@Nullable Void> open(Context context, Consumer<EventStream> subscriber, BooleanSupplier allowed) {
        context.res().setContentType("text/event-stream");
        context.res().setCharacterEncoding("utf-8");
        // Tells nginx not to buffer events.
        context.res().setHeader("X-Accel-Buffering", "no");
        try {
            EventStream stream = new EventStream(context.res().getOutputStream(), context.header("Last-Event-ID"));
            open.put(stream, allowed);
            stream.onClose(() -> open.remove(stream));
            context.res().getOutputStream().setWriteListener(stream);
            subscriber.accept(stream);
            // Shows the client that it is connected, once nothing can happen that it would not be told of.
            if (stream.isIdle()) {
                stream.send(COMMENT);
            }
            return stream.end();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Ends all streams. */
    @Override
    public void close() {
        heartbeats.shutdownNow();
        open.keySet().forEach(EventStream::close);
    }
}
