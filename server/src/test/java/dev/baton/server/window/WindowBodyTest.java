package dev.baton.server.window;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.jdbc.History;
import dev.baton.jdbc.Stores;
import dev.baton.policy.Retry;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.JavaWork;
import dev.baton.server.kind.WindowRefusedException;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WindowWork.Look;
import dev.baton.server.kind.WindowWork.Reaction;
import dev.baton.server.wait.Poller;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import dev.baton.worker.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class WindowBodyTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final JavaWork DIGEST = new JavaWork(new Command.Handler("digest"));
    private static final Task TASK = new Task(DIGEST.command(), Task.Grants.NOTHING, Task.ITEM_VARIABLE, List.of());

    @TempDir
    Path folder;

    private final Set<String> running = new HashSet<>();
    private BatonTest baton;
    private History history;
    private Windows windows;

    @BeforeEach
    void open() {
        Path file = folder.resolve("baton.db");
        baton = BatonTest.startingAt(
                "2026-11-15T12:00:00Z",
                settings -> settings.store(Stores.sqlite(file)).lease(Duration.ofDays(365)));
        history = History.sqlite(file);
        SQLiteDataSource memory = new SQLiteDataSource();
        memory.setUrl("jdbc:sqlite:" + folder.resolve("memory.db"));
        windows = new Windows(known(), new JdbcWindowMemory(memory), new Poller(baton.clock(), Runnable::run));
        baton.add(Job.named("monitor").run(context -> {}));
        baton.add(Job.named("scan").run(context -> {}));
        // What the worker would do.
        baton.assume("digest", Assumption.succeeds());
    }

    @AfterEach
    void close() {
        history.close();
        baton.close();
    }

    /** What is recorded, and besides runs of which the test says that they are under way. */
    private Dependencies known() {
        RecordedDependencies recorded = new RecordedDependencies(history, baton.baton());
        return new Dependencies() {
            @Override
            public boolean isWorkflow(String name) {
                return recorded.isWorkflow(name);
            }

            @Override
            public boolean isActive(String name) {
                return running.contains(name) || recorded.isActive(name);
            }

            @Override
            public Optional<LatestEnd> latest(String name, Instant since) {
                return recorded.latest(name, since);
            }

            @Override
            public boolean cameToNothing(String job, RunId run) {
                return recorded.cameToNothing(job, run);
            }
        };
    }

    private void digest(Look look, Reaction onMissing, Reaction onDepFail) {
        digestOf(List.of("monitor", "scan"), look, onMissing, onDepFail);
    }

    private void digestOf(List<String> dependencies, Look look, Reaction onMissing, Reaction onDepFail) {
        WindowWork work = new WindowWork(dependencies, look, onMissing, onDepFail, DIGEST);
        baton.add(Job.named("digest")
                .retry(Retry.fixed(3, Duration.ofSeconds(1)).neverOn(WindowRefusedException.class))
                .call(windows.body(work, TASK)));
    }

    private void digest(Look look) {
        digest(look, Reaction.SKIP, Reaction.SKIP);
    }

    private void succeed(String... jobs) {
        for (String job : jobs) {
            assertThat(baton.trigger(job)).succeeded();
        }
    }

    private Run fired() {
        Execution execution = baton.trigger("digest");
        return execution.run("digest");
    }

    private static Look freshOnly() {
        return new Look(DAY, Duration.ZERO, true, Duration.ZERO);
    }

    private static Look patientFor(Duration patience) {
        return new Look(DAY, patience, false, Duration.ZERO);
    }

    @Test
    void it_runs_when_all_have_succeeded_within_the_window() {
        digest(Look.DEFAULT);
        succeed("monitor", "scan");
        baton.advance(Duration.ofHours(23));
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void it_never_wakes_what_it_depends_on() {
        digest(Look.DEFAULT);
        fired();
        Assertions.assertThat(baton.executions("monitor")).isEmpty();
    }

    @Test
    void it_is_skipped_when_one_has_not_run_within_the_window() {
        digest(Look.DEFAULT);
        succeed("scan");
        baton.advance(Duration.ofHours(25));
        succeed("monitor");
        Run run = fired();
        Assertions.assertThat(run.status()).isEqualTo(RunStatus.SKIPPED);
        Assertions.assertThat(run.reason()).contains("scan has no run that finished since 2026-11-15T13:00:00Z");
    }

    @Test
    void it_fails_without_a_retry_when_it_is_to_fail_for_a_missing_one() {
        digest(Look.DEFAULT, Reaction.FAIL, Reaction.SKIP);
        Run run = fired();
        Assertions.assertThat(run.status()).isEqualTo(RunStatus.FAILURE);
        Assertions.assertThat(run.attempt()).isEqualTo(1);
        Assertions.assertThat(run.reason()).contains("monitor has no run", "scan has no run");
    }

    @Test
    void it_runs_all_the_same_when_it_is_to_run_without_a_missing_one() {
        digest(Look.DEFAULT, Reaction.RUN, Reaction.SKIP);
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void the_latest_run_of_a_dependency_counts() {
        digest(Look.DEFAULT);
        succeed("monitor", "scan");
        baton.advance(Duration.ofMinutes(1));
        baton.failing("scan").trigger("scan");
        Run run = fired();
        Assertions.assertThat(run.status()).isEqualTo(RunStatus.SKIPPED);
        Assertions.assertThat(run.reason()).isEqualTo("scan ended as failure at 2026-11-15T12:01:00Z");
    }

    @Test
    void a_skipped_run_of_a_dependency_does_not_count() {
        digest(Look.DEFAULT);
        succeed("monitor", "scan");
        baton.advance(Duration.ofMinutes(1));
        baton.assume("scan", Assumption.skips("nothing to do")).trigger("scan");
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void a_reason_to_fail_outweighs_one_to_skip() {
        digest(Look.DEFAULT, Reaction.SKIP, Reaction.FAIL);
        baton.failing("scan").trigger("scan");
        Run run = fired();
        Assertions.assertThat(run.status()).isEqualTo(RunStatus.FAILURE);
        Assertions.assertThat(run.reason()).contains("monitor has no run", "scan ended as failure");
    }

    @Test
    void retries_are_for_the_command() {
        digest(Look.DEFAULT);
        succeed("monitor", "scan");
        baton.assume("digest", Assumption.fails().times(2));
        Execution execution = baton.trigger("digest");
        baton.failing("scan").trigger("scan");
        baton.advance(Duration.ofMinutes(1));
        Assertions.assertThat(execution.run("digest").status()).isEqualTo(RunStatus.SUCCESS);
        Assertions.assertThat(execution.run("digest").attempt()).isEqualTo(3);
    }

    // ---- patience

    @Test
    void without_patience_one_that_still_runs_counts_as_missing() {
        digest(Look.DEFAULT);
        succeed("monitor", "scan");
        running.add("scan");
        Run run = fired();
        Assertions.assertThat(run.status()).isEqualTo(RunStatus.SKIPPED);
        Assertions.assertThat(run.reason()).isEqualTo("scan is still running");
    }

    @Test
    void it_waits_for_one_that_still_runs() {
        digest(patientFor(Duration.ofMinutes(10)));
        succeed("monitor");
        running.add("scan");
        Execution execution = baton.trigger("digest");
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution).isActive();
        Assertions.assertThat(execution.run("digest").progress().orElseThrow().message())
                .isEqualTo("scan is still running");
        succeed("scan");
        running.clear();
        baton.advance(Duration.ofSeconds(1));
        assertThat(execution).succeeded();
    }

    @Test
    void its_patience_has_an_end() {
        digest(patientFor(Duration.ofMinutes(10)));
        succeed("monitor");
        running.add("scan");
        Execution execution = baton.trigger("digest");
        baton.advance(Duration.ofMinutes(11));
        Assertions.assertThat(execution.run("digest").status()).isEqualTo(RunStatus.SKIPPED);
        Assertions.assertThat(execution.run("digest").finished())
                .contains(baton.clock().now().minus(Duration.ofMinutes(1)));
    }

    @Test
    void it_can_be_cancelled_while_it_waits() {
        digest(patientFor(Duration.ofMinutes(10)));
        running.add("scan");
        Execution execution = baton.trigger("digest");
        execution.cancel();
        baton.settle();
        Assertions.assertThat(execution.run("digest").status()).isEqualTo(RunStatus.CANCELLED);
    }

    // ---- memory

    @Test
    void with_fresh_only_a_success_serves_once() {
        digest(freshOnly());
        succeed("monitor", "scan");
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
        baton.advance(Duration.ofMinutes(1));
        succeed("monitor");
        Run second = fired();
        Assertions.assertThat(second.status()).isEqualTo(RunStatus.SKIPPED);
        Assertions.assertThat(second.reason()).startsWith("scan has not succeeded again since its run ");
        succeed("scan");
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void a_success_that_only_a_failed_run_has_used_is_still_fresh() {
        digest(freshOnly());
        succeed("monitor", "scan");
        baton.assume("digest", Assumption.fails());
        Execution failed = baton.trigger("digest");
        baton.advance(Duration.ofMinutes(1));
        assertThat(failed).failed();
        baton.assume("digest", Assumption.succeeds());
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void after_a_refusal_it_does_not_look_until_it_has_cooled_down() {
        digest(new Look(DAY, Duration.ZERO, false, Duration.ofHours(1)));
        fired();
        succeed("monitor", "scan");
        baton.advance(Duration.ofMinutes(59));
        Run second = fired();
        Assertions.assertThat(second.status()).isEqualTo(RunStatus.SKIPPED);
        Assertions.assertThat(second.reason()).contains("does not look again until 2026-11-15T13:00:00Z");
        baton.advance(Duration.ofMinutes(1));
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
    }

    // ---- whole workflows

    private void etl() {
        baton.add(Workflow.define("etl", w -> {
            Step<Void> extract = w.run("extract", context -> {});
            w.run("load", context -> {}).after(extract);
        }));
    }

    @Test
    void the_latest_execution_of_a_workflow_counts_as_a_whole() {
        etl();
        digestOf(List.of("etl"), Look.DEFAULT, Reaction.SKIP, Reaction.SKIP);
        Assertions.assertThat(fired().reason()).contains("etl has no execution that ended since");
        baton.trigger("etl");
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
        baton.advance(Duration.ofHours(1));
        baton.failing("etl/load");
        baton.trigger("etl");
        Assertions.assertThat(fired().reason()).contains("etl ended as failure at 2026-11-15T13:00:00Z");
    }

    @Test
    void a_workflow_between_two_of_its_steps_is_still_running() {
        etl();
        digestOf(List.of("etl"), patientFor(Duration.ofMinutes(10)), Reaction.SKIP, Reaction.SKIP);
        baton.taking("etl/extract", Duration.ofMinutes(3)).taking("etl/load", Duration.ofMinutes(3));
        baton.trigger("etl");
        Execution waiting = baton.trigger("digest");
        baton.advance(Duration.ofMinutes(5));
        Assertions.assertThat(waiting.run("digest").status()).isEqualTo(RunStatus.RUNNING);
        baton.advance(Duration.ofMinutes(2));
        Assertions.assertThat(waiting.run("digest").status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void a_success_of_a_workflow_is_used_once_if_it_must_be_fresh() {
        etl();
        digestOf(List.of("etl"), freshOnly(), Reaction.SKIP, Reaction.SKIP);
        baton.trigger("etl");
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
        Assertions.assertThat(fired().reason()).contains("etl has not succeeded again since its execution");
        baton.advance(Duration.ofMinutes(1));
        baton.trigger("etl");
        Assertions.assertThat(fired().status()).isEqualTo(RunStatus.SUCCESS);
    }
}
