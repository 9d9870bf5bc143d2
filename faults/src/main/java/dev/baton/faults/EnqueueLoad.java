package dev.baton.faults;

import dev.baton.jdbc.Enqueue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Enqueues executions in transactions of the driver's own, together with a row of its own; some are rolled back. */
final class EnqueueLoad implements LoadMaker {

    static final String TABLE = """
            CREATE TABLE purchase (
                key VARCHAR(100) PRIMARY KEY
            )""";

    private static final String INSERT = """
            INSERT INTO purchase (key)
            VALUES (?)
            ON CONFLICT DO NOTHING""";

    private final Database database;
    private final List<Scenario> scenarios;
    private final Submissions submissions;
    private final Random random;
    private long count;

    EnqueueLoad(Database database, List<Scenario> scenarios, Submissions submissions, Random random)
            throws SQLException {
        this.database = database;
        this.scenarios = scenarios;
        this.submissions = submissions;
        this.random = random;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
        }
    }

    @Override
    public void addOne() {
        String key = "enqueued-" + count++;
        String name = scenarios.get(random.nextInt(scenarios.size())).name();
        if (random.nextInt(4) == 0) {
            submissions.takeBack(key);
            enqueue(key, name, false);
        } else {
            submissions.ask(key, name);
            enqueue(key, name, true);
        }
    }

    @Override
    public void askAgain() {
        for (Map.Entry<String, String> open : submissions.open().entrySet()) {
            if (open.getKey().startsWith("enqueued")) {
                enqueue(open.getKey(), open.getValue(), true);
            }
        }
    }

    private void enqueue(String key, String name, boolean commit) {
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            connection.setAutoCommit(false);
            insert.setString(1, key);
            insert.executeUpdate();
            Enqueue.enqueue(connection, name, Map.of("key", key), key);
            if (commit) {
                connection.commit();
                submissions.acceptEnqueued(key, name);
            } else {
                connection.rollback();
            }
        } catch (SQLException e) {
            // The server is gone, or the connection was cut: whether it was committed is found out by asking again.
        }
    }
}
