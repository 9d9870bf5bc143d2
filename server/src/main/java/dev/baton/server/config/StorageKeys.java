package dev.baton.server.config;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The keys of {@code [storage]}. */
final class StorageKeys {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private static final Type<String> DATABASE = Types.matching(
            "database",
            "a path, or an address that begins with jdbc:sqlite:, jdbc:postgresql: or postgres://",
            "[^\\s].*");

    private static final Key<String> URL = Key.of(
            "url",
            DATABASE,
            "The database: a path (SQLite), `jdbc:postgresql:…` or `postgres://…`; `baton.db` in `data_dir` when left out.");
    private static final Key<String> USER = Key.of("user", Types.TEXT, "The database user.");
    private static final Key<String> PASSWORD = Key.of("password", Types.TEXT, "The password.");
    private static final Key<Integer> POOL_SIZE = Key.of(
                    "pool_size",
                    Types.integer(8, 1000),
                    "How many connections to PostgreSQL. The engine keeps six of them.")
            .otherwise(8);
    private static final Key<Duration> LEASE = Key.of(
                    "lease",
                    Types.POSITIVE_DURATION,
                    "The lease: a run whose worker sends no heartbeat for this long goes to another worker.")
            .alias("lease_sec", Types.SECONDS)
            .otherwise(Duration.ofSeconds(15));

    private static final Key<Integer> EXECUTIONS = Key.of(
                    "executions",
                    Types.integer(0, Integer.MAX_VALUE),
                    "How many ended executions of each job or workflow are kept, with their runs.")
            .otherwise(100);
    private static final Key<Duration> EXECUTION_AGE = Key.of(
                    "execution_age", Types.DURATION, "How long ended executions are kept.")
            .otherwise(FOR_EVER);
    private static final Key<Integer> IN_ALL = Key.of(
                    "executions_in_all",
                    Types.integer(0, Integer.MAX_VALUE),
                    "How many ended executions of all jobs and workflows together are kept.")
            .otherwise(100_000);
    private static final Key<Duration> LOG_AGE =
            Key.of("log_age", Types.DURATION, "How long logs are kept.").otherwise(Duration.ofDays(30));
    private static final Key<Duration> AUDIT_AGE = Key.of(
                    "audit_age", Types.DURATION, "How long audit entries are kept.")
            .otherwise(Duration.ofDays(365));
    private static final Section RETENTION_SECTION = new Section(
            "[storage.retention]",
            "How long data is kept.",
            List.of(EXECUTIONS, EXECUTION_AGE, IN_ALL, LOG_AGE, AUDIT_AGE));
    private static final Key<Table> RETENTION =
            Key.of("retention", Tables.one(RETENTION_SECTION), "How long data is kept.");

    static final Section SECTION = new Section(
            "[storage]",
            "The server's database, and how long data is kept.",
            List.of(URL, USER, PASSWORD, POOL_SIZE, LEASE, RETENTION));

    private StorageKeys() {}

    static StorageSettings read(Table table, Path dataDir) {
        String given = table.find(URL);
        String url = given == null ? dataDir.resolve("baton.db").toString() : given;
        return new StorageSettings(
                new StorageSettings.Database(jdbc(url, table), table.find(USER), table.find(PASSWORD)),
                table.get(POOL_SIZE),
                table.get(LEASE),
                retention(table.findOrEmpty(RETENTION)));
    }

    private static StorageSettings.Retention retention(Table table) {
        return new StorageSettings.Retention(
                table.get(EXECUTIONS),
                table.get(EXECUTION_AGE),
                table.get(IN_ALL),
                table.get(LOG_AGE),
                table.get(AUDIT_AGE));
    }

    private static String jdbc(String url, Table table) {
        if (url.startsWith("postgres://") || url.startsWith("postgresql://")) {
            return PostgresAddress.toJdbc(url).orElseGet(() -> {
                table.problem(
                        URL,
                        "\"url\" is not an address of PostgreSQL.",
                        "Write postgres://user:password@host/database.");
                return url;
            });
        }
        if (url.startsWith("jdbc:") && !url.startsWith("jdbc:postgresql:") && !url.startsWith("jdbc:sqlite:")) {
            table.problem(URL, "\"url\" names a database that Baton does not know.", "Use SQLite or PostgreSQL.");
        }
        return url.startsWith("jdbc:") ? url : "jdbc:sqlite:" + url;
    }
}
