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
 * All streams of events that are open. One thread keeps them alive by a comment now and then, another ends those whose
 * token has been revoked or has expired.
 */
final class EventStreams implements AutoCloseable {

    static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    /** Short, as a revoked token should soon be of no use; longer than a look into the database takes. */
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
            // The database is away: whether the tokens still work is found out when it is back.
            LOG.debug("open streams could not be checked", unknown);
        }
    }

    /**
     * Opens a stream on a request that is asynchronous by now. The future ends with the stream.
     *
     * @param allowed whether the client may still read it; asked every now and then
     */
    CompletableFuture<@Nullable Void> open(Context context, Consumer<EventStream> subscriber, BooleanSupplier allowed) {
        context.res().setContentType("text/event-stream");
        context.res().setCharacterEncoding("utf-8");
        // Tells nginx not to hold events back until it has a buffer full of them.
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

    /** Ends all of them. */
    @Override
    public void close() {
        heartbeats.shutdownNow();
        open.keySet().forEach(EventStream::close);
    }
}
