package dev.baton.server.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/** Reads a body asynchronously, so that a slow client occupies a connection but no thread. */
final class BodyReader implements ReadListener {

    private static final int BUFFER = 8192;
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final ServletInputStream in;
    private final int most;
    private final IntPredicate room;
    private int taken;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final byte[] buffer = new byte[BUFFER];
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();

    /**
     * Reads a body of a request in asynchronous mode.
     *
     * @param most its largest size
     * @param room decides whether a number of bytes may be kept in memory
     */
    BodyReader(ServletInputStream in, int most, IntPredicate room) {
        this.in = in;
        this.most = most;
        this.room = room;
    }

    /** The body, or a problem if it is too large or takes too long. Called once. */
    CompletableFuture<byte[]> read(Duration patience) {
        in.setReadListener(this);
        return body.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The number of bytes in memory. */
    synchronized int taken() {
        return taken;
    }

    private synchronized boolean takes(int count) {
        boolean fits = room.test(count);
        taken += fits ? count : 0;
        return fits;
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (!body.isDone() && in.isReady()) {
            int count = in.read(buffer);
            if (count < 0) {
                return;
            }
            if (read.size() + count > most) {
                body.completeExceptionally(ProblemException.tooLarge(most));
                return;
            }
            if (!takes(count)) {
                body.completeExceptionally(ProblemException.tooMany(
                        "the bodies of requests take more memory than this server has for them. Send fewer at a time,"
                                + " and try again.",
                        RETRY));
                return;
            }
            read.write(buffer, 0, count);
        }
    }

    @Override
    public void onAllDataRead() {
        body.complete(read.toByteArray());
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(ProblemException.badRequest("the body ended too early"));
    }
}
