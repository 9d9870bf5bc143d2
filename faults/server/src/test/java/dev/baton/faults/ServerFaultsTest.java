package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real servers behind a load balancer and real workers, which run commands, are harmed in the order of a seed that {@code
 * -Dbaton.seed} changes: as little as shows something in every build, and every kind of harm once in the long one. {@code
 * faults/run --server} goes on for as long as wanted.
 */
@Timeout(900)
class ServerFaultsTest {

    private static final int PAUSE_MILLIS = 1_200;

    private final long seed = Long.getLong("baton.seed", 261_116);

    @Test
    @Tag("long")
    void promises_hold_when_servers_a_worker_and_the_database_die() throws Exception {
        check("server-brief", Extent.BRIEF);
    }

    @Test
    @Tag("long")
    void promises_hold_under_every_kind_of_harm() throws Exception {
        check("server-short", Extent.SHORT);
    }

    private void check(String name, Extent extent) throws Exception {
        Path directory = Path.of("target", "faults", name);
        FaultRun.clear(directory);
        Files.createDirectories(directory);
        try (DatabaseServer server = PostgresServer.start(Files.createTempDirectory("baton-faults"))) {
            Duration lease = Duration.ofSeconds(FaultRun.SERVER_LEASE_SECONDS);
            Report report = new ServerRun(directory, server, lease, seed, extent).harmFor(Duration.ZERO, PAUSE_MILLIS);
            System.out.println(report.summary());
            assertThat(report.violations()).as("seed %s", seed).isEmpty();
        }
    }
}
