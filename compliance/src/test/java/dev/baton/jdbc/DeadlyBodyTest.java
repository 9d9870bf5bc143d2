package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** A body that kills its process at once does so a few times, and not on one node after another without end. */
@Timeout(120)
class DeadlyBodyTest {

    private static final int MOST_PROCESSES = 8;

    @TempDir
    Path folder;

    @Test
    void a_body_that_kills_its_process_at_once_fails_after_a_few_processes_on_sqlite() throws Exception {
        killsNoMoreThanAFew(folder.resolve("baton.db").toString());
    }

    @Test
    void a_body_that_kills_its_process_at_once_fails_after_a_few_processes_on_postgres() throws Exception {
        PGSimpleDataSource database = RealPostgres.freshDatabase();
        killsNoMoreThanAFew(database.getURL() + (database.getURL().contains("?") ? "&" : "?") + "user=postgres");
    }

    private static void killsNoMoreThanAFew(String url) throws Exception {
        UUID execution;
        try (Baton baton = DeadlyNode.open(url)) {
            baton.add(Job.named(DeadlyNode.JOB).run(context -> {}));
            execution = baton.trigger(DeadlyNode.JOB).id();
        }
        int killed = 0;
        while (killed < MOST_PROCESSES && isKilled(url, execution)) {
            killed++;
        }
        assertThat(killed).as("processes killed by one execution").isBetween(1, MOST_PROCESSES - 1);
        try (Baton baton = DeadlyNode.open(url)) {
            assertThat(baton.execution(execution).status()).isEqualTo(ExecutionStatus.FAILURE);
            assertThat(baton.execution(execution).run(DeadlyNode.JOB).reason()).contains("died");
        }
    }

    private static boolean isKilled(String url, UUID execution) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DeadlyNode.class.getName(),
                        url,
                        execution.toString()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("a process ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isIn(0, DeadlyNode.KILLED);
        return process.exitValue() == DeadlyNode.KILLED;
    }
}
