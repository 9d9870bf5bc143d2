package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;

import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An open store on its own database. */
abstract class StoreFixture {

    static final Duration LEASE = Duration.ofMinutes(1);
    static final Claimable ANYTHING = new Claimable(List.of("job"), List.of(), List.of());

    /** A time at which every sample without a delay can be claimed. */
    static final long LATER = Samples.NOW + 1_000_000_000L;

    final TestDatabase database;
    Store store;

    StoreFixture(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() {
        store = newStore();
        store.open(LEASE, () -> {});
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** A store that is not open yet, on the same database. */
    Store newStore() {
        return database.stores().get();
    }

    /** A connection for a user. */
    Connection connect() throws SQLException {
        return database.connect();
    }

    /** Declares the node of the store dead. */
    void declareDead(Store node) throws SQLException {
        execute(database.expiry().apply(node));
        if (node.isShared()) {
            try (Store other = newStore()) {
                other.open(LEASE, () -> {});
                other.beat();
                other.handOver();
            }
        }
    }

    List<UUID> claimed(int most) {
        return store.claim(ANYTHING, LATER, most).stream()
                .map(stored -> stored.execution().id())
                .toList();
    }

    List<UUID> endedAt(long... times) {
        List<UUID> ids = new ArrayList<>();
        for (long time : times) {
            ExecutionRecord execution = ended(execution("job"), time);
            store.commit(creating(here(execution)));
            ids.add(execution.id());
        }
        return ids;
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String one : sql.split(";\\s*\n", -1)) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
        }
    }

    static void write(JdbcTransaction transaction, String sql) throws SQLException {
        try (Statement statement = transaction.connection().createStatement()) {
            statement.execute(sql);
        }
    }

    int count(String table) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    static <T> List<T> eightTimes(Callable<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(java.util.Collections.nCopies(8, task))) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
