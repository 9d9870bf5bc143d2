package dev.baton.server.http;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Disconnects clients that take too long to send the headers of a request. An idle timeout does not catch a client that
 * sends a byte at intervals; this class measures the time since the first byte of the request.
 */
final class SlowHeaders extends AbstractLifeCycle {

    private static final int LOOKS = 4;

    /** The time at which a connection began to send an incomplete request. */
    private record Begun(long messages, long bytes, long at) {}

    private final AbstractConnector connector;
    private final Duration patience;
    private final IdentityHashMap<EndPoint, Begun> begun = new IdentityHashMap<>();
    private Scheduler.Task next = () -> false;

    SlowHeaders(AbstractConnector connector, Duration patience) {
        this.connector = connector;
        this.patience = patience;
    }

    @Override
    protected void doStart() {
        schedule();
    }

    @Override
    protected void doStop() {
        next.cancel();
    }

    private void schedule() {
        next = connector.getScheduler().schedule(this::look, patience.toMillis() / LOOKS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        begun.keySet().retainAll(connector.getConnectedEndPoints());
        connector.getConnectedEndPoints().forEach(this::look);
        if (isRunning()) {
            schedule();
        }
    }

    private void look(EndPoint endPoint) {
        Connection connection = http(endPoint.getConnection());
        if (connection == null) {
            return;
        }
        long now = System.nanoTime();
        Begun before = begun.get(endPoint);
        long messages = connection.getMessagesIn();
        boolean waiting = messages == connection.getMessagesOut();
        if (before == null || before.messages != messages || !waiting) {
            begun.put(endPoint, new Begun(messages, connection.getBytesIn(), now));
        } else if (connection.getBytesIn() == before.bytes && messages > 0) {
            // The connection is idle between two requests, which the idle timeout covers.
            begun.put(endPoint, new Begun(messages, before.bytes, now));
        } else if (now - before.at > patience.toNanos()) {
            endPoint.close(new TimeoutException("the headers of a request took too long"));
        }
    }

    /** The connection that counts requests, which with TLS is inside the encrypted one. */
    private static @Nullable Connection http(@Nullable Connection connection) {
        return connection instanceof SslConnection tls ? tls.getSslEndPoint().getConnection() : connection;
    }
}
