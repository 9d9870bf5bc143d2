package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.security.Actor;
import dev.baton.server.security.Role;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** What is done while the database is away is in the audit log when it is back. */
class UnwrittenAuditTest {

    private static final AuditLog.Filter ALL = new AuditLog.Filter(null, null, null, null, null);

    @TempDir
    Path directory;

    private final AtomicBoolean away = new AtomicBoolean();

    /** A database that is away at times. */
    private DataSource source() {
        SQLiteDataSource real = new SQLiteDataSource();
        real.setUrl("jdbc:sqlite:" + directory.resolve("server.db"));
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (away.get()) {
                        throw unreachable();
                    }
                    return method.invoke(real, arguments);
                });
    }

    private static SQLException unreachable() {
        return new SQLTransientConnectionException("the database is away");
    }

    @Test
    void entries_of_an_outage_are_written_once_and_with_their_time_when_it_is_over() {
        try (Database database = Database.pooledPostgres(source())) {
            AuditLog audit = new AuditLog(database, Clock.systemUTC());
            Actor actor = new Actor(UUID.randomUUID(), "somebody", Role.ADMIN);
            away.set(true);
            for (int i = 0; i < 3; i++) {
                assertThat(audit.append(actor, "runs.cancel", "run-" + i, "{}", "127.0.0.1"))
                        .as("the change is made, and its answer does not wait")
                        .isCompleted();
            }
            away.set(false);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> audit.list(ALL, null, 10).size() >= 3);
            List<AuditLog.Entry> entries = audit.list(ALL, null, 10);
            assertThat(entries).extracting(AuditLog.Entry::target).containsExactlyInAnyOrder("run-0", "run-1", "run-2");
        }
    }

    @Test
    void a_server_that_stops_right_after_an_outage_writes_its_entries_first() {
        try (Database database = Database.pooledPostgres(source())) {
            AuditLog audit = new AuditLog(database, Clock.systemUTC());
            Actor actor = new Actor(UUID.randomUUID(), "somebody", Role.ADMIN);
            away.set(true);
            assertThat(audit.append(actor, "runs.cancel", "run", "{}", "127.0.0.1"))
                    .isCompleted();
            away.set(false);
            audit.close();
            assertThat(audit.list(ALL, null, 10)).hasSize(1);
        }
    }
}
