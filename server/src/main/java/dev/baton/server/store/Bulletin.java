package dev.baton.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages between the servers on one PostgreSQL database, by LISTEN and NOTIFY, on its own connection and thread.
 * Messages may get lost: important data is in tables, which servers also poll. On SQLite there are no other servers,
 * and no messages. Safe from any thread.
 */
public final class Bulletin implements AutoCloseable {

    /** The topic for changed definitions. */
    public static final String DEFINITIONS = "definitions";

    /** The topic for news about the runs of workers. */
    public static final String WORKERS = "workers";

    /** Servers in different schemas of one database are independent. */
    static final String CHANNEL = "('baton_server_' || current_schema())::name::text";

    private static final Logger LOG = LoggerFactory.getLogger(Bulletin.class);
    private static final int WAIT_MILLIS = 500;
    private static final int WAITS_BETWEEN_CHECKS = 30;
    private static final int PAUSE_MILLIS = 1_000;

    private final @Nullable DataSource source;
    private final Map<String, Consumer<String>> readers = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "baton-bulletin");

    private Bulletin(@Nullable DataSource source) {
        this.source = source;
    }

    /** A bulletin between servers that share a database, whose connection is kept open. */
    public static Bulletin postgres(DataSource source) {
        return new Bulletin(source);
    }

    /** A bulletin for a single server. */
    public static Bulletin silent() {
        return new Bulletin(null);
    }

    /** Whether there may be other servers. */
    public boolean isShared() {
        return source != null;
    }

    /**
     * Registers a fast reader for a topic. The reader gets the messages of all servers, this one included, and an empty
     * text whenever messages may have been missed.
     */
    public void read(String topic, Consumer<String> reader) {
        readers.put(topic, reader);
    }

    /** Starts listening. */
    public void start() {
        if (source != null) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        while (closed.getCount() > 0) {
            try (Connection connection = requireSource().getConnection()) {
                listen(connection);
                readers.keySet().forEach(topic -> tell(topic, ""));
                await(connection);
            } catch (SQLException lost) {
                LOG.debug("Other servers cannot be heard at the moment", lost);
                pause();
            }
        }
    }

    private DataSource requireSource() throws SQLException {
        if (source == null) {
            throw new SQLException("there is nothing to listen to");
        }
        return source;
    }

    private static void listen(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String channel;
            try (ResultSet row = statement.executeQuery("SELECT quote_ident(" + CHANNEL + ")")) {
                row.next();
                channel = row.getString(1);
            }
            statement.execute("LISTEN " + channel);
        }
    }

    private void await(Connection connection) throws SQLException {
        PGConnection postgres = connection.unwrap(PGConnection.class);
        int silence = 0;
        while (closed.getCount() > 0) {
            PGNotification[] notices = postgres.getNotifications(WAIT_MILLIS);
            if (notices != null && notices.length > 0) {
                for (PGNotification notice : notices) {
                    read(notice.getParameter());
                }
            } else if (++silence % WAITS_BETWEEN_CHECKS == 0) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SELECT 1");
                }
            }
        }
    }

    private void read(String notice) {
        int space = notice.indexOf(' ');
        tell(space < 0 ? notice : notice.substring(0, space), space < 0 ? "" : notice.substring(space + 1));
    }

    private void tell(String topic, String text) {
        Consumer<String> reader = readers.get(topic);
        if (reader != null) {
            try {
                reader.accept(text);
            } catch (RuntimeException failure) {
                LOG.warn(
                        "an announcement of another server about {} could not be applied: {}",
                        topic,
                        failure.getMessage());
            }
        }
    }

    private void pause() {
        try {
            closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            closed.countDown();
        }
    }

    /** Stops listening. */
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }
}
