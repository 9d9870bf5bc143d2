package dev.baton.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.policy.Retention;
import dev.baton.server.api.Services;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.store.Database;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    private static final Clock NOW = Clock.systemUTC();
    private static final Clock IN_AN_HOUR = Clock.offset(NOW, Duration.ofHours(1));

    @TempDir
    private Path directory;

    private ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Services services() {
        return server.services;
    }

    private static Finding only(Check check) {
        List<Finding> findings = check.look();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @Test
    void the_worst_finding_decides() {
        Check good = check("a", () -> List.of(Finding.ok("a", "fine")));
        Check doubtful = check("b", () -> List.of(Finding.warn("b", "hm", "look")));
        Check broken = check("c", () -> {
            throw new IllegalStateException("no answer");
        });
        assertThat(new Doctor(List.of(good)).examine().exitCode()).isEqualTo(0);
        assertThat(new Doctor(List.of(good, doubtful)).examine().exitCode()).isEqualTo(1);
        Report worst = new Doctor(List.of(broken, doubtful, good)).examine();
        assertThat(worst.exitCode()).isEqualTo(2);
        assertThat(worst.findings()).hasSize(3);
        assertThat(worst.findings().get(0).detail()).contains("no answer");
    }

    private interface Look {
        List<Finding> look();
    }

    private static Check check(String name, Look look) {
        return new Check() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public List<Finding> look() {
                return look.look();
            }
        };
    }

    @Test
    void a_database_that_answers_is_fine() {
        try (Database database = Database.sqlite(directory.resolve("other.db"))) {
            List<Finding> findings = new StorageCheck(database, NOW).look();
            assertThat(findings).extracting(Finding::check).containsExactly("storage", "clock");
            assertThat(findings).extracting(Finding::status).containsOnly(Finding.Level.OK);
            assertThat(findings.get(0).detail()).containsPattern("version \\d+");
        }
    }

    @Test
    void a_clock_that_is_off_is_told() {
        try (Database database = Database.sqlite(directory.resolve("other.db"))) {
            assertThat(new StorageCheck(database, IN_AN_HOUR).look().get(1).status())
                    .isEqualTo(Finding.Level.WARN);
        }
    }

    @Test
    void a_job_that_no_worker_can_execute_is_told() {
        server.job("{\"id\": \"resize\", \"kind\": \"java\", \"command\": {\"handler\": \"resize\"}}");
        server.job("{\"id\": \"hello\", \"command\": \"echo hello\"}");
        WorkersCheck check = new WorkersCheck(services().catalog(), services().dispatcher(), NOW);
        assertThat(check.look()).hasSize(2);
        server.withWorker();
        assertThat(only(check).detail()).contains("resize needs a worker for the handler resize");
        WorkersCheck later = new WorkersCheck(services().catalog(), services().dispatcher(), IN_AN_HOUR);
        assertThat(later.look()).extracting(Finding::detail).anyMatch(detail -> detail.contains("no heartbeat"));
    }

    @Test
    void a_job_whose_only_worker_drains_is_told_with_the_way_back() {
        server.job("{\"id\": \"hello\", \"command\": \"echo hello\"}");
        server.withWorker();
        WorkersCheck check = new WorkersCheck(services().catalog(), services().dispatcher(), NOW);
        assertThat(only(check).status()).isEqualTo(Finding.Level.OK);
        String worker = services().dispatcher().workers().get(0).id();
        services().dispatcher().drain(worker);
        assertThat(only(check).hint()).contains("--undo");
        services().dispatcher().resume(worker);
        assertThat(only(check).status()).isEqualTo(Finding.Level.OK);
    }

    @Test
    void a_run_that_waits_for_long_is_told_with_its_reason() {
        server.job("{\"id\": \"hello\", \"command\": \"echo hello\"}");
        Execution execution = services().baton().trigger("hello");
        await().until(() -> execution.run("hello").status() == RunStatus.PENDING);
        assertThat(only(new StuckRunsCheck(services().history(), services().baton(), NOW))
                        .status())
                .isEqualTo(Finding.Level.OK);
        Finding stuck = only(new StuckRunsCheck(services().history(), services().baton(), IN_AN_HOUR));
        assertThat(stuck.status()).isEqualTo(Finding.Level.WARN);
        assertThat(stuck.detail()).contains("hello", "pending since");
    }

    @Test
    void more_executions_than_are_to_be_kept_are_told() throws Exception {
        server.job("{\"id\": \"hello\", \"command\": \"echo hello\"}").withWorker();
        for (int i = 0; i < 3; i++) {
            services().baton().trigger("hello").await(Duration.ofSeconds(60));
        }
        RetentionCheck strict =
                new RetentionCheck(services().catalog(), services().history(), Retention.count(1), IN_AN_HOUR);
        await().untilAsserted(() -> assertThat(only(strict).detail()).startsWith("3 executions of hello"));
        RetentionCheck usual =
                new RetentionCheck(services().catalog(), services().history(), Retention.count(1), NOW);
        assertThat(only(usual).status()).isEqualTo(Finding.Level.OK);
    }

    @Test
    void a_schedule_with_both_day_fields_is_doubtful() {
        server.job("{\"id\": \"odd\", \"schedule\": \"0 0 13 * FRI\", \"command\": \"echo\"}");
        Finding finding = only(new DefinitionsCheck(services().catalog()));
        assertThat(finding.status()).isEqualTo(Finding.Level.WARN);
        assertThat(finding.detail()).contains("odd", "0 0 13 * FRI");
    }

    @Test
    void the_disk_has_some_room() {
        assertThat(only(new DiskCheck(directory)).detail()).contains("MB are free");
    }
}
