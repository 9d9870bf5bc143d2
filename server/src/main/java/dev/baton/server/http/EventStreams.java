package dev.baton.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All streams of events that are open. One thread keeps them alive by a comment now and then. */
final class EventStreams implements AutoCloseable {

    static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService heartbeats = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-event-heartbeats");
        thread.setDaemon(true);
        return thread;
    });

    EventStreams(Duration heartbeat) {
        var unused = heartbeats.scheduleWithFixedDelay(
                () -> open.stream().filter(EventStream::isIdle).forEach(stream -> stream.send(COMMENT)),
                heartbeat.toMillis(),
                heartbeat.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Opens a stream on a request that is asynchronous by now. The future ends with the stream. */
    CompletableFuture<@Nullable Void> open(Context context, Consumer<EventStream> subscriber) {
        context.res().setContentType("text/event-stream");
        context.res().setCharacterEncoding("utf-8");
        // Tells nginx not to hold events back until it has a buffer full of them.
        context.res().setHeader("X-Accel-Buffering", "no");
        try {
            EventStream stream = new EventStream(context.res().getOutputStream(), context.header("Last-Event-ID"));
            open.add(stream);
            stream.onClose(() -> open.remove(stream));
            context.res().getOutputStream().setWriteListener(stream);
            // Shows the client at once that it is connected.
            stream.send(COMMENT);
            subscriber.accept(stream);
            return stream.end();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Ends all of them. */
    @Override
    public void close() {
        heartbeats.shutdownNow();
        open.forEach(EventStream::close);
    }
}
