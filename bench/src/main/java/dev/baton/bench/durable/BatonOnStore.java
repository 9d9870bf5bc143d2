package dev.baton.bench.durable;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.jdbc.Stores;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Stream;

/** Baton on a store, with one job of which all executions are. */
final class BatonOnStore implements Fillable {

    /** The name in the tables on PostgreSQL. */
    static final String ON_POSTGRES = "Baton on PostgreSQL";

    private static final String JOB = "noop";
    private static final String FILL_READY = """
            INSERT INTO baton_execution (id, name, trigger, created, queue)
            SELECT %s, 'noop', 'submit', n, 'default'
            FROM %s
            """;
    private static final String FILL_ENDED = """
            INSERT INTO baton_ended (
                id, name, trigger, created, parameters, queue, labels, priority, status, flags, begun, ended, steps,
                run_status, run_attempt, run_why, run_withheld, run_started, run_finished
            )
            SELECT %1$s, 'noop', 'submit', n, '{}', 'default', '%2$s', 0, 'success', 0, n, n, 1,
                   'success', 1, 0, FALSE, n, n
            FROM %3$s
            """;
    private static final String POSTGRES_SERIES = "generate_series(%d, %d) AS series (n)";
    private static final String SQLITE_SERIES = """
            (WITH RECURSIVE s (n) AS (VALUES (%d) UNION ALL SELECT n + 1 FROM s WHERE n < %d) SELECT n FROM s)""";

    private final boolean onPostgres;

    private BatonOnStore(boolean onPostgres) {
        this.onPostgres = onPostgres;
    }

    static BatonOnStore postgres() {
        return new BatonOnStore(true);
    }

    static BatonOnStore sqlite() {
        return new BatonOnStore(false);
    }

    @Override
    public String name() {
        return onPostgres ? ON_POSTGRES : "Baton on SQLite";
    }

    @Override
    public boolean onPostgres() {
        return onPostgres;
    }

    @Override
    public void createTables(Workplace workplace) {
        // Whoever opens the store first makes them.
        open(workplace, () -> {}).close();
    }

    @Override
    public void fill(Workplace workplace, int finished, int ready) throws SQLException {
        String id = onPostgres
                ? "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid"
                : "unhex('0000000000007000' || printf('8000%012d', n))";
        String series = onPostgres ? POSTGRES_SERIES : SQLITE_SERIES;
        try (Connection connection = connect(workplace)) {
            String labels = onPostgres ? "{}" : "[]";
            Sql.execute(connection, FILL_ENDED.formatted(id, labels, series.formatted(1, finished)));
            Sql.execute(connection, FILL_READY.formatted(id, series.formatted(finished + 1, finished + ready)));
        }
    }

    private Connection connect(Workplace workplace) throws SQLException {
        return onPostgres
                ? workplace.newConnection()
                : DriverManager.getConnection("jdbc:sqlite:" + file(workplace) + "?busy_timeout=10000");
    }

    private static Path file(Workplace workplace) {
        return workplace.directory().resolve("baton.db");
    }

    @Override
    public OpenBaton open(Workplace workplace, Runnable body) {
        OpenBaton open = openEmpty(workplace);
        open.baton().add(Job.named(JOB).run(context -> body.run()));
        return open;
    }

    /** Opens it with a workflow. */
    OpenBaton open(Workplace workplace, Workflow workflow) {
        OpenBaton open = openEmpty(workplace);
        open.baton().add(workflow);
        return open;
    }

    private OpenBaton openEmpty(Workplace workplace) {
        if (!onPostgres) {
            return new OpenBaton(workplace, Stores.sqlite(file(workplace)), () -> {});
        }
        HikariDataSource pool = workplace.newPool();
        return new OpenBaton(workplace, Stores.postgres(pool), pool::close);
    }

    /** A scheduler on its store. */
    final class OpenBaton implements DurableScheduler {

        private final Workplace workplace;
        private final Baton baton;
        private final Runnable afterwards;

        private OpenBaton(Workplace workplace, Store store, Runnable afterwards) {
            this.workplace = workplace;
            this.baton = Baton.on(store);
            this.afterwards = afterwards;
        }

        Baton baton() {
            return baton;
        }

        @Override
        public void enqueueAll(int jobs) {
            for (int size : EnqueueBatches.sizes(jobs)) {
                baton.submit(
                        Stream.generate(() -> Submission.of(JOB)).limit(size).toList());
            }
        }

        @Override
        public void enqueue() {
            baton.trigger(JOB);
        }

        @Override
        public void start() {
            baton.start();
        }

        @Override
        public long unfinished() throws SQLException {
            try (Connection connection = connect(workplace)) {
                return Sql.count(connection, "SELECT count(*) FROM baton_execution");
            }
        }

        @Override
        public void close() {
            baton.close();
            afterwards.run();
        }
    }
}
