package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The short form of {@code faults/run}: every kind of harm once, in the order of a seed that {@code -Dbaton.seed}
 * changes. The promises on PostgreSQL are tested one by one in {@link ClusterFaultsTest}; all of them at random take as
 * long as the rest of the module, and are left to {@code mvn verify -Plong} and {@code faults/run}.
 */
class RandomFaultsTest {

    private static final Duration LEASE = Duration.ofSeconds(3);

    private final long seed = Long.getLong("baton.seed", 261_115);

    @Test
    @Tag("long")
    void promises_hold_on_postgres() throws Exception {
        try (DatabaseServer server = PostgresServer.start(data())) {
            check(FaultRun.on(server, LEASE, Stage.freshDirectory("random-postgres"), Duration.ZERO, seed));
        }
    }

    @Test
    @Tag("long")
    void promises_hold_over_failovers_to_a_standby() throws Exception {
        try (DatabaseServer pair = PostgresPair.start(data())) {
            check(FaultRun.on(pair, LEASE, Stage.freshDirectory("random-failover"), Duration.ZERO, seed));
        }
    }

    @Test
    @Tag("long")
    void promises_hold_behind_a_pooler_in_transaction_mode() throws Exception {
        Optional<Path> program = PostgresBehindPooler.program();
        if (program.isEmpty()) {
            System.out.println(
                    "NOT TESTED: nodes behind PgBouncer, which is not installed (apt-get install pgbouncer)");
        }
        assumeThat(program).as("PgBouncer").isPresent();
        try (DatabaseServer server = PostgresBehindPooler.start(data(), program.orElseThrow())) {
            check(FaultRun.on(server, LEASE, Stage.freshDirectory("random-pgbouncer"), Duration.ZERO, seed));
        }
    }

    @Test
    @Tag("long")
    void promises_hold_with_the_default_lease() throws Exception {
        try (DatabaseServer server = PostgresServer.start(data())) {
            Path directory = Stage.freshDirectory("random-default-lease");
            check(FaultRun.on(server, Duration.ofSeconds(15), directory, Duration.ZERO, seed));
        }
    }

    @Test
    void promises_hold_on_sqlite() throws Exception {
        System.out.println("LEFT OUT of the short form: the random run on PostgreSQL, over failovers, behind PgBouncer "
                + "and with the default lease, and an outage of a minute; mvn -pl faults verify -Plong has them");
        check(FaultRun.onSqlite(Stage.freshDirectory("random-sqlite"), Duration.ZERO, seed));
    }

    private static Path data() throws IOException {
        return Files.createTempDirectory("baton-faults");
    }

    private static void check(Report report) {
        System.out.println(report.summary());
        assertThat(report.violations()).isEmpty();
    }
}
