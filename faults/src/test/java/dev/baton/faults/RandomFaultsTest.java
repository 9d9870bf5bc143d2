package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The short form of {@code faults/run}: every kind of harm once, in the order of a seed that {@code -Dbaton.seed}
 * changes. The promises on PostgreSQL are tested one by one in {@link ClusterFaultsTest}; all of them at random take as
 * long as the rest of the module, and are left to {@code mvn verify -Plong} and {@code faults/run}.
 */
class RandomFaultsTest {

    private final long seed = Long.getLong("baton.seed", 261_115);

    @Test
    @Tag("long")
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
