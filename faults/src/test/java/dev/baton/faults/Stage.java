package dev.baton.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A database and nodes for one test. Whatever happens, no process is left afterwards. */
final class Stage implements BeforeEachCallback, AfterEachCallback {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String MISSING = "missing";

    private final Chronicle chronicle = new Chronicle();
    private final boolean onPostgres;
    private Path directory;
    private Database database;
    private Cluster cluster;

    private Stage(boolean onPostgres) {
        this.onPostgres = onPostgres;
    }

    static Stage onPostgres() {
        return new Stage(true);
    }

    static Stage onSqlite() {
        return new Stage(false);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        String name = context.getRequiredTestMethod().getName();
        directory = freshDirectory(name);
        database = onPostgres
                ? server(context).create(name.toLowerCase(Locale.ROOT).substring(0, Math.min(name.length(), 60)))
                : new SqliteDatabase(directory.resolve("baton.db"));
    }

    /** One server for all tests, which goes when the last has ended. */
    static PostgresServer server(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(
                        PostgresServer.class,
                        type -> {
                            try {
                                return PostgresServer.start(Files.createTempDirectory("baton-faults"));
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        },
                        PostgresServer.class);
    }

    /** An empty folder for the logs and ledgers of a test. */
    static Path freshDirectory(String name) throws IOException {
        Path directory = Files.createDirectories(Path.of("target", "faults", name));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        return directory;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (cluster != null) {
            context.getExecutionException().ifPresent(failure -> cluster.all().forEach(Stage::printTail));
            cluster.close();
        }
    }

    private static void printTail(NodeProcess node) {
        System.err.println("---- " + node.name() + "\n" + node.log().tail());
    }

    /** The nodes, with a lease of two seconds. */
    Cluster cluster() {
        return cluster(Duration.ofSeconds(2));
    }

    Cluster cluster(Duration lease) {
        if (cluster == null) {
            cluster = new Cluster(directory, database, lease, chronicle);
        }
        return cluster;
    }

    DatabaseServer server() {
        return ((PostgresDatabase) database).server();
    }

    UUID submit(NodeProcess node, String name, String key) throws Exception {
        return submit(node, name, key, Duration.ZERO);
    }

    UUID submit(NodeProcess node, String name, String key, Duration delay) throws Exception {
        String id = node.ask("submit " + name + " " + key + " " + delay.toMillis())
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return UUID.fromString(id);
    }

    /** What bodies said, in order. */
    List<LedgerEntry> ledger(Predicate<LedgerEntry> which) throws IOException {
        return Ledger.read(directory).stream().filter(which).toList();
    }

    void await(String what, Await.Condition condition) throws InterruptedException {
        Await.until(what, PATIENCE, condition);
    }

    void awaitStart(NodeProcess node, String step) throws InterruptedException {
        await(
                step + " starts on " + node.name(),
                () -> !ledger(entry -> entry.isStart()
                                && entry.node().equals(node.name())
                                && entry.step().equals(step))
                        .isEmpty());
    }

    /** Lets the bodies end that {@linkplain Waiting#tell wait for a word}. */
    void tellBodies() throws IOException {
        Waiting.tell(directory);
    }

    /** When a step started on a node, as its body says. */
    long startOf(NodeProcess node, String step) throws IOException {
        return ledger(entry -> entry.isStart()
                        && entry.node().equals(node.name())
                        && entry.step().equals(step))
                .get(0)
                .at();
    }

    void awaitEnd(UUID execution) throws InterruptedException {
        await(execution + " ends", () -> !status(execution).equals("running"));
    }

    /** How an execution is, by what is recorded. */
    String status(UUID execution) throws SQLException {
        return text(
                "SELECT status FROM baton_executions WHERE lower(%s) = ?".formatted(database.idText("id")), execution);
    }

    /** How a run of an execution is, by what is recorded. */
    String status(UUID execution, String job) throws SQLException {
        return text(
                "SELECT status FROM baton_runs WHERE job = '%s' AND lower(%s) = ?"
                        .formatted(job, database.idText("execution")),
                execution);
    }

    /** How many executions of a workflow or job have not ended. */
    int active(String name) throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement query =
                        connection.prepareStatement("SELECT count(*) FROM baton_execution WHERE name = ?")) {
            query.setString(1, name);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Whether it is recorded that a run of an execution waits for its next attempt. */
    boolean isRetryRecorded(UUID execution) throws SQLException {
        return !text(
                        "SELECT job FROM baton_runs WHERE not_before <> 0 AND lower(%s) = ?"
                                .formatted(database.idText("execution")),
                        execution)
                .equals(MISSING);
    }

    private String text(String sql, UUID execution) throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, database.idText(execution));
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getString(1) : MISSING;
            }
        }
    }

    /** For which times something fired, and why, in order. */
    List<Fire> fires(String name) throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement query = connection.prepareStatement("""
                        SELECT scheduled, trigger
                        FROM baton_executions
                        WHERE name = ?
                        ORDER BY scheduled""")) {
            query.setString(1, name);
            try (ResultSet row = query.executeQuery()) {
                List<Fire> fires = new ArrayList<>();
                while (row.next()) {
                    fires.add(new Fire(row.getLong(1), row.getString(2)));
                }
                return fires;
            }
        }
    }

    /** A fire, for a time in microseconds. */
    record Fire(long scheduled, String trigger) {}
}
