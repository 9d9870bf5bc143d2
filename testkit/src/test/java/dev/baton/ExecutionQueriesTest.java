package dev.baton;

import static dev.baton.SampleWorkflows.ETL;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NoOutputException;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.StillRunningException;
import dev.baton.policy.Retention;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import dev.baton.test.StoreUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests what an execution tells about itself, and for how long it is kept. */
@ExtendWith(BatonExtension.class)
class ExecutionQueriesTest {

    @Test
    void an_execution_says_what_became_of_each_step(BatonTest baton) {
        baton.add(ETL).taking("etl/load", Duration.ofMinutes(2));
        Execution execution = baton.trigger(ETL);
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(execution.name()).isEqualTo("etl");
        assertThat(execution.trigger()).isEqualTo(Trigger.MANUAL);
        Run load = execution.run("load");
        assertThat(load.job()).isEqualTo("etl/load");
        assertThat(load.duration()).contains(Duration.ofMinutes(2));
        assertThat(load.attempt()).isEqualTo(1);
        assertThat(execution.run("clean").output()).contains(42);
        assertThat(execution.run("etl/alert").status()).isEqualTo(RunStatus.SKIPPED);
        assertThat(RunId.parse(load.id().toString())).isEqualTo(load.id());
        assertThat(load.id().execution()).isEqualTo(execution.id());
    }

    @Test
    void a_part_of_the_runs_is_given_forwards_and_backwards(BatonTest baton) {
        baton.add(ETL);
        Execution execution = baton.trigger(ETL);
        baton.advance(Duration.ofMinutes(1));
        Set<RunStatus> successes = Set.of(RunStatus.SUCCESS);
        assertThat(execution.runs(0, 2, Set.of())).extracting(Run::step).containsExactly("extract", "clean");
        assertThat(execution.runs(1, 9, successes)).extracting(Run::step).containsExactly("clean", "load", "cleanup");
        assertThat(execution.runsBefore(2, 9, successes)).extracting(Run::step).containsExactly("clean", "extract");
        assertThat(execution.runsBefore(Integer.MAX_VALUE, 1, Set.of()))
                .extracting(Run::step)
                .containsExactly("cleanup");
        assertThat(execution.counts()).isEqualTo(Map.of(RunStatus.SUCCESS, 4, RunStatus.SKIPPED, 1));
        assertThat(execution.run(1)).isEqualTo(execution.run("clean"));
        assertThat(execution.step(1)).isEqualTo("clean");
        assertThatThrownBy(() -> execution.run(5)).isInstanceOf(NoSuchExecutionException.class);
    }

    @Test
    void an_execution_knows_what_its_runs_wait_for(BatonTest baton) {
        baton.add(ETL);
        assertThat(baton.trigger(ETL).dependencies())
                .contains(
                        new Dependency("clean", "load", Set.of(Condition.SUCCESS)),
                        new Dependency("clean", "alert", Set.of(Condition.FAILURE)));
    }

    @Test
    void ids_sort_by_time(BatonTest baton) {
        baton.add(ETL);
        List<UUID> ids = new ArrayList<>();
        // Ids come from the engine, not from the store; on a store each execution takes its time.
        int count = StoreUnderTest.isMemory() ? 2_000 : 200;
        for (int i = 0; i < count; i++) {
            ids.add(baton.trigger(ETL).id());
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(ids).allMatch(id -> id.version() == 7 && id.variant() == 2);
    }

    @Test
    void outputs_of_steps_that_did_not_succeed_are_refused(BatonTest baton) {
        List<Step<?>> steps = new ArrayList<>();
        baton.add(Workflow.define(
                "w",
                w -> steps.add(w.run("a", context -> {
                    throw new IllegalStateException("no");
                }))));
        Execution execution = baton.trigger("w");
        assertThatThrownBy(() -> execution.output(steps.get(0))).isInstanceOf(NoOutputException.class);
    }

    @Test
    void a_run_that_waits_for_a_person_says_so_in_its_reason(BatonTest baton) {
        Workflow gated = Workflow.define("gated", w -> w.approval("ask", "Go on?"));
        baton.add(gated);
        assertThat(baton.trigger(gated).run("ask").reason()).isEqualTo("waits for an approval");
    }

    @Test
    void every_blocked_pending_and_skipped_run_has_a_reason(BatonTest baton) {
        baton.add(ETL).failing("etl/clean");
        Execution execution = baton.trigger(ETL);
        for (int i = 0; i < 4; i++) {
            assertThat(execution.runs())
                    .filteredOn(run -> run.status() == RunStatus.BLOCKED
                            || run.status() == RunStatus.PENDING
                            || run.status() == RunStatus.SKIPPED)
                    .allSatisfy(run -> assertThat(run.reason()).isNotBlank());
            baton.advance(Duration.ofSeconds(15));
        }
    }

    @Test
    void waiting_for_an_execution_advances_the_fake_clock(BatonTest baton) throws InterruptedException {
        baton.add(ETL).taking("etl/load", Duration.ofMinutes(3));
        Execution execution = baton.baton().trigger(ETL);
        assertThatThrownBy(() -> execution.await(Duration.ofMinutes(1)))
                .isInstanceOf(StillRunningException.class)
                .hasMessageContaining("load");
        assertThat(execution.await(Duration.ofMinutes(5)).status()).isEqualTo(ExecutionStatus.SUCCESS);
    }

    @Test
    void a_body_can_wait_for_another_execution(BatonTest baton) {
        baton.add(ETL).taking("etl/load", Duration.ofMinutes(3));
        baton.add(Job.named("outer")
                .call(context -> baton.baton()
                        .trigger(ETL)
                        .await(Duration.ofHours(1))
                        .status()
                        .name()));
        Execution execution = baton.trigger("outer");
        baton.advance(Duration.ofMinutes(10));
        assertThat(execution).succeeded().hasOutput("outer", "SUCCESS");
    }

    @Test
    void as_many_ended_executions_are_kept_as_retention_says() {
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z",
                settings -> settings.retention(Retention.count(10).withAge(Duration.ofHours(5))))) {
            baton.add(ETL);
            Execution first = baton.trigger(ETL);
            for (int i = 0; i < 20; i++) {
                baton.trigger(ETL);
            }
            baton.advance(Duration.ofHours(1));
            assertThat(baton.baton().pastExecutions("etl")).hasSize(10);
            assertThatThrownBy(() -> baton.baton().execution(first.id())).isInstanceOf(NoSuchExecutionException.class);
            UUID last = baton.lastExecution(ETL).id();
            assertThat(baton.baton().execution(last).id()).isEqualTo(last);
            baton.advance(Duration.ofHours(6));
            assertThat(baton.baton().pastExecutions("etl")).isEmpty();
        }
    }

    @Test
    void all_jobs_together_keep_no_more_than_retention_says() {
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z",
                settings -> settings.retention(Retention.standard().withTotal(5)))) {
            for (int i = 0; i < 20; i++) {
                baton.add(Job.named("j" + i).run(context -> {}));
                baton.trigger("j" + i);
            }
            baton.advance(Duration.ofHours(1));
            assertThat(baton.executions("j14")).isEmpty();
            assertThat(baton.executions("j15")).hasSize(1);
            assertThat(baton.executions("j19")).hasSize(1);
        }
    }

    @Test
    void a_running_job_says_so(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        assertThat(baton.baton().isRunning("etl")).isFalse();
        baton.trigger(ETL);
        assertThat(baton.baton().isRunning("etl")).isTrue();
        assertThat(baton.baton().isRunning("etl/extract")).isTrue();
        assertThat(baton.baton().isRunning("etl/load")).isFalse();
        assertThatThrownBy(() -> baton.trigger("elt"))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"etl\"?");
    }
}
