package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * The short form of {@code faults/run}: every kind of harm once. Another seed each time, printed to be run again.
 */
class RandomFaultsTest {

    private final long seed = ThreadLocalRandom.current().nextLong(1_000_000);

    @Test
    void promises_hold_on_postgres() throws Exception {
        Path directory = Stage.freshDirectory("random-postgres");
        check(FaultRun.onPostgres(directory, Duration.ZERO, seed));
    }

    @Test
    void promises_hold_on_sqlite() throws Exception {
        Path directory = Stage.freshDirectory("random-sqlite");
        check(FaultRun.onSqlite(directory, Duration.ZERO, seed));
    }

    private static void check(Report report) {
        System.out.println(report.summary());
        assertThat(report.violations()).isEmpty();
    }
}
