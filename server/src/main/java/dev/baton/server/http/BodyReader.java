package dev.baton.server.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads a body as it comes, without a thread that waits for it: a slow client holds a connection and nothing else. */
final class BodyReader implements ReadListener {

    private static final int BUFFER = 8192;

    private final ServletInputStream in;
    private final int most;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final byte[] buffer = new byte[BUFFER];
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();

    private BodyReader(ServletInputStream in, int most) {
        this.in = in;
        this.most = most;
    }

    /** The body, or a problem when it is too large or takes too long. The request must be asynchronous by now. */
    static CompletableFuture<byte[]> read(ServletInputStream in, int most, Duration patience) {
        BodyReader reader = new BodyReader(in, most);
        in.setReadListener(reader);
        return reader.body.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
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
