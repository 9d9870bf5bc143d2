package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** The end of a stream, on a connection that a test holds up. */
class EventStreamEndTest {

    private static final Event LINE = new Event("1", "line", "x");
    private static final Event END = new Event(null, "end", "x");

    /** A connection that keeps what was written, and is busy after each flush if asked to be. */
    private static final class Connection extends ServletOutputStream {

        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final boolean busyAfterFlush;
        private boolean ready = true;

        Connection(boolean busyAfterFlush) {
            this.busyAfterFlush = busyAfterFlush;
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("the test itself reports when the connection is ready");
        }

        @Override
        public void write(int octet) {
            written.write(octet);
        }

        @Override
        public void flush() {
            ready = !busyAfterFlush;
        }

        String text() {
            return written.toString(StandardCharsets.UTF_8);
        }
    }

    private static String text(Event... events) {
        StringBuilder text = new StringBuilder();
        for (Event event : events) {
            text.append(new String(event.bytes(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    @Test
    void a_finished_stream_ends_when_the_connection_has_taken_the_last_event() {
        Connection connection = new Connection(true);
        EventStream stream = new EventStream(connection, null);
        stream.onWritePossible();
        stream.finish(END);
        assertThat(stream.end()).isNotDone();
        connection.ready = true;
        stream.onWritePossible();
        assertThat(stream.end()).isDone();
        assertThat(connection.text()).isEqualTo(text(END));
    }

    @Test
    void a_finished_stream_accepts_no_more_events() {
        EventStream stream = new EventStream(new Connection(false), null);
        stream.finish(END);
        assertThat(stream.send(LINE)).isFalse();
    }

    @Test
    void nothing_is_lost_when_the_connection_drains_while_the_stream_finishes() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Connection connection = new Connection(false);
            EventStream stream = new EventStream(connection, null);
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
                await(together);
                stream.onWritePossible();
            });
            await(together);
            stream.send(LINE);
            stream.send(LINE);
            stream.finish(END);
            server.get();
            assertThat(stream.end()).isDone();
            assertThat(connection.text()).isEqualTo(text(LINE, LINE, END));
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
