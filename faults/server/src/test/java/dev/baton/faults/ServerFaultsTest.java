package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The short form of {@code faults/run --server}: three servers behind a load balancer and three workers, and every kind
 * of harm once, in the order of a seed that {@code -Dbaton.seed} changes.
 */
@Tag("long")
@Timeout(900)
class ServerFaultsTest {

    private static final int PAUSE_MILLIS = 1_200;

    private final long seed = Long.getLong("baton.seed", 261_116);

    @Test
    void promises_hold_for_servers_and_their_workers() throws Exception {
        Path directory = Path.of("target", "faults", "server-short");
        FaultRun.clear(directory);
        Files.createDirectories(directory);
        try (DatabaseServer server = PostgresServer.start(Files.createTempDirectory("baton-faults"))) {
            Duration lease = Duration.ofSeconds(FaultRun.SERVER_LEASE_SECONDS);
            Report report = new ServerRun(directory, server, lease, seed).harmFor(Duration.ZERO, PAUSE_MILLIS);
            System.out.println(report.summary());
            assertThat(report.violations()).as("seed %s", seed).isEmpty();
        }
    }
}
