package dev.baton.examples.micronaut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.baton.Baton;
import dev.baton.ExecutionStatus;
import dev.baton.error.BatonClosedException;
import io.micronaut.context.ApplicationContext;
import io.micronaut.core.type.Argument;
import io.micronaut.transaction.TransactionOperations;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Starts the application on a real PostgreSQL. */
class MicronautTest {

    @Test
    void the_scheduler_runs_joins_transactions_and_ends_with_the_application() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            Baton baton;
            try (ApplicationContext application = ApplicationContext.run(Map.of(
                    "datasources.default.url", postgres.getJdbcUrl("postgres", "postgres"),
                    "datasources.default.username", "postgres",
                    "datasources.default.driver-class-name", "org.postgresql.Driver"))) {
                baton = application.getBean(Baton.class);
                assertEquals(ExecutionStatus.SUCCESS, baton.trigger("report").await(Duration.ofMinutes(1)).status());

                TransactionOperations<Connection> transactions =
                        application.getBean(Argument.of(TransactionOperations.class, Connection.class));
                assertThrows(IllegalStateException.class, () -> transactions.executeWrite(status -> {
                    baton.trigger("report");
                    throw new IllegalStateException("rolled back");
                }));
                transactions.executeWrite(status -> baton.trigger("report")).await(Duration.ofMinutes(1));
                assertEquals(2, baton.pastExecutions("report").size());
            }
            assertThrows(BatonClosedException.class, () -> baton.trigger("report"));
        }
    }
}
