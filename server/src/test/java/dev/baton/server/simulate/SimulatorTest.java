package dev.baton.server.simulate;

import static dev.baton.server.simulate.Specs.COMMAND;
import static dev.baton.server.simulate.Specs.job;
import static dev.baton.server.simulate.Specs.retried;
import static dev.baton.server.simulate.Specs.step;
import static dev.baton.server.simulate.Specs.subject;
import static dev.baton.server.simulate.Specs.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.policy.Retry;
import dev.baton.server.kind.ApprovalWork;
import dev.baton.server.kind.FanoutWork;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WorkflowWork;
import dev.baton.server.simulate.Assumption.On;
import dev.baton.server.simulate.Assumption.Outcome;
import dev.baton.server.simulate.Simulation.SimulatedExecution;
import dev.baton.server.simulate.Simulation.SimulatedRun;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.StepSpec;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulatorTest {

    /** A Monday. */
    private static final Instant MONDAY = Instant.parse("2026-11-16T00:00:00Z");

    private static final Instant TUESDAY = MONDAY.plus(Duration.ofDays(1));

    private static final SimulationLimits LIMITS =
            new SimulationLimits(1_000, 1_000, 1_000, 1_000, Duration.ofMinutes(1));

    private static Assumption fails(String job) {
        return new Assumption(job, Outcome.FAILURE, null, null, null);
    }

    private static Assumption takes(String job, Duration duration) {
        return new Assumption(job, null, duration, null, null);
    }

    private static Assumption failsOn(
            String job, @Nullable DayOfWeek day, @Nullable LocalDate date, @Nullable Integer nth) {
        On on = new On(
                day == null ? null : List.of(day),
                date == null ? null : List.of(date),
                nth == null ? null : List.of(nth));
        return new Assumption(job, Outcome.FAILURE, null, null, on);
    }

    private static Simulation simulate(Subject subject, Assumption... assumptions) {
        return new Simulator().simulate(subject, MONDAY, TUESDAY, List.of(assumptions));
    }

    private static SimulatedRun run(Simulation simulation, String job) {
        return simulation.executions().stream()
                .flatMap(execution -> execution.runs().stream())
                .filter(run -> run.job().equals(job))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_job_runs_at_each_fire_of_the_range() {
        Simulation simulation = simulate(subject(job("report", "0 */6 * * *")));

        assertThat(simulation.executions())
                .extracting(SimulatedExecution::scheduled)
                .containsExactly(
                        MONDAY,
                        MONDAY.plus(Duration.ofHours(6)),
                        MONDAY.plus(Duration.ofHours(12)),
                        MONDAY.plus(Duration.ofHours(18)));
    }

    @Test
    void intervals_are_counted_from_the_beginning_of_the_range() {
        Simulation simulation = simulate(subject(job("sweep", "@every 10h")));

        assertThat(simulation.executions())
                .extracting(SimulatedExecution::started)
                .containsExactly(MONDAY.plus(Duration.ofHours(10)), MONDAY.plus(Duration.ofHours(20)));
    }

    @Test
    void what_runs_at_startup_does_not_run() {
        assertThat(simulate(subject(job("warm-up", "@startup"))).executions()).isEmpty();
    }

    @Test
    void a_day_of_an_etl_in_which_extract_fails_on_monday() {
        Subject etl = subject(workflow(
                "etl", "0 2 * * *", step("extract"), step("load", "extract"), step("alert", "extract:FAILURE")));

        Simulation simulation = new Simulator()
                .simulate(
                        etl,
                        MONDAY,
                        MONDAY.plus(Duration.ofDays(2)),
                        List.of(failsOn("extract", DayOfWeek.MONDAY, null, null)));

        assertThat(simulation.executions())
                .extracting(SimulatedExecution::status)
                .containsExactly(ExecutionStatus.FAILURE, ExecutionStatus.SUCCESS);
        assertThat(simulation.executions().get(0).runs())
                .extracting(SimulatedRun::status)
                .containsExactly(RunStatus.FAILURE, RunStatus.SKIPPED, RunStatus.SUCCESS);
        assertThat(run(simulation, "etl/load").reason()).contains("extract failed");
    }

    @Test
    void an_assumption_can_be_about_a_date_or_about_the_nth_run() {
        Subject report = subject(job("report", "0 * * * *"));

        Simulation simulation = simulate(
                report, failsOn("report", null, LocalDate.parse("2026-11-17"), null), failsOn("report", null, null, 3));

        assertThat(simulation.executions())
                .filteredOn(execution -> execution.status() == ExecutionStatus.FAILURE)
                .extracting(SimulatedExecution::scheduled)
                .containsExactly(MONDAY.plus(Duration.ofHours(2)));
    }

    @Test
    void steps_follow_one_another_by_their_assumed_durations() {
        Subject etl = subject(workflow("etl", "0 2 * * *", step("extract"), step("load", "extract")));

        Simulation simulation =
                simulate(etl, takes("etl/extract", Duration.ofMinutes(40)), takes("load", Duration.ofMinutes(5)));

        assertThat(run(simulation, "etl/load").started()).isEqualTo(MONDAY.plus(Duration.ofMinutes(160)));
        assertThat(run(simulation, "etl/load").finished()).isEqualTo(MONDAY.plus(Duration.ofMinutes(165)));
    }

    @Test
    void a_run_takes_what_it_usually_took() {
        Simulator simulator = new Simulator(
                name -> name.equals("report") ? Optional.of(Duration.ofMinutes(7)) : Optional.empty(), LIMITS);

        Simulation simulation = simulator.simulate(subject(job("report", "0 2 * * *")), MONDAY, TUESDAY, List.of());

        assertThat(run(simulation, "report").finished()).isEqualTo(MONDAY.plus(Duration.ofMinutes(127)));
    }

    @Test
    void a_failed_attempt_is_retried_after_its_delay() {
        JobSpec job = job(
                "report", "0 2 * * *", job("any", "@manual").work(), retried(Retry.fixed(3, Duration.ofMinutes(10))));

        Simulation simulation = simulate(subject(job), fails("report"));

        assertThat(run(simulation, "report").attempt()).isEqualTo(3);
        assertThat(run(simulation, "report").started()).isEqualTo(MONDAY.plus(Duration.ofMinutes(140)));
    }

    @Test
    void what_starts_late_in_the_range_is_followed_to_its_end() {
        Simulation simulation = simulate(subject(job("report", "50 23 * * *")), takes("report", Duration.ofHours(3)));

        assertThat(simulation.executions()).hasSize(1);
        assertThat(simulation.executions().get(0).status()).isEqualTo(ExecutionStatus.SUCCESS);
    }

    @Test
    void an_approval_is_given_when_it_is_assumed_to_be() {
        Subject release = subject(
                workflow("release", "0 9 * * *", step("ask", new ApprovalWork("ship it?")), step("ship", "ask")));

        Simulation simulation = simulate(release, takes("ask", Duration.ofHours(2)));

        assertThat(run(simulation, "release/ship").started()).isEqualTo(MONDAY.plus(Duration.ofHours(11)));
    }

    @Test
    void a_wait_takes_its_time() {
        WaitWork wait = new WaitWork(new WaitWork.For(Duration.ofHours(1)), WaitWork.DEFAULT_EVERY);

        Simulation simulation =
                simulate(subject(workflow("slow", "0 9 * * *", step("wait", wait), step("go", "wait"))));

        assertThat(run(simulation, "slow/go").started()).isEqualTo(MONDAY.plus(Duration.ofHours(10)));
    }

    @Test
    void a_fan_out_has_as_many_items_as_are_assumed() {
        FanoutWork fanout = new FanoutWork(
                new Items.FromUri("file:///targets.txt"), "ITEM", COMMAND, FanoutWork.Limits.DEFAULT, null);
        Subject scan = subject(job("scan", "0 6 * * *", fanout, PolicySpec.DEFAULT));

        Simulation simulation = simulate(scan, new Assumption("scan", null, Duration.ofMinutes(1), 25, null));

        SimulatedExecution items = simulation.executions().stream()
                .filter(execution -> execution.within() != null)
                .findFirst()
                .orElseThrow();
        assertThat(items.within()).isEqualTo("scan");
        assertThat(items.runs()).hasSize(25);
        // Ten at a time, one minute each.
        assertThat(run(simulation, "scan").finished()).isEqualTo(MONDAY.plus(Duration.ofMinutes(363)));
    }

    @Test
    void a_step_can_be_a_whole_workflow() {
        Subject both = subject(
                workflow("inner", "@manual", step("work")),
                workflow("outer", "0 6 * * *", step("call", new WorkflowWork("inner", Map.of()))));

        Simulation simulation = simulate(both, fails("inner/work"));

        assertThat(run(simulation, "outer/call").status()).isEqualTo(RunStatus.FAILURE);
        assertThat(simulation.executions())
                .filteredOn(execution -> execution.name().equals("inner"))
                .extracting(SimulatedExecution::within)
                .containsExactly("outer/call");
    }

    @Test
    void a_window_job_is_skipped_when_what_it_depends_on_failed() {
        WindowWork window = new WindowWork(
                List.of("scan"),
                new WindowWork.Look(Duration.ofHours(6), Duration.ZERO, false, Duration.ZERO),
                WindowWork.Reaction.SKIP,
                WindowWork.Reaction.SKIP,
                COMMAND);
        Subject digest =
                subject(job("scan", "0 7,12 * * *"), job("digest", "30 7,12,20 * * *", window, PolicySpec.DEFAULT));

        Simulation simulation = simulate(digest, failsOn("scan", null, null, 2));

        assertThat(simulation.executions())
                .filteredOn(execution -> execution.name().equals("digest"))
                .extracting(execution -> execution.runs().get(0).reason())
                .satisfiesExactly(
                        ran -> assertThat(ran).isEmpty(),
                        failed -> assertThat(failed).isEqualTo("scan ended as failure at 2026-11-16T12:00:00Z"),
                        missing -> assertThat(missing)
                                .isEqualTo("scan has no run that finished since 2026-11-16T14:30:00Z"));
    }

    @Test
    void dependencies_between_jobs_are_followed() {
        Subject jobs = new Subject(
                List.of(job("first", "0 6 * * *"), job("second", "@manual")),
                List.of(),
                List.of(new Dependency("first", "second", Set.of(Condition.FAILURE))),
                Set.of(),
                Map.of(),
                Map.of(),
                ZoneOffset.UTC);

        assertThat(run(simulate(jobs), "second").status()).isEqualTo(RunStatus.SKIPPED);
        assertThat(run(simulate(jobs, fails("first")), "second").status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void what_is_paused_does_not_run() {
        Subject paused = new Subject(
                List.of(job("report", "0 6 * * *")),
                List.of(),
                List.of(),
                Set.of("report"),
                Map.of(),
                Map.of(),
                ZoneOffset.UTC);

        assertThat(simulate(paused).executions())
                .flatExtracting(SimulatedExecution::runs)
                .allSatisfy(run -> assertThat(run.status()).isEqualTo(RunStatus.SKIPPED));
    }

    @Test
    void an_assumption_about_nothing_is_refused_with_a_hint() {
        assertThatThrownBy(() -> simulate(subject(job("report", "0 6 * * *")), fails("reprot")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Did you mean \"report\"?");
    }

    @Test
    void too_many_runs_are_refused_with_what_to_do() {
        Subject busy = subject(job("tick", "* * * * * *"));

        assertThatThrownBy(() -> limited(busy, MONDAY.plus(Duration.ofDays(2))))
                .isInstanceOf(SimulationTooLargeException.class)
                .hasMessageMatching(".*shows 1000 (runs|executions) at most.*")
                .hasMessageContaining("shorter range");
    }

    private static Simulation limited(Subject subject, Instant to, Assumption... assumptions) {
        return new Simulator(name -> Optional.empty(), LIMITS).simulate(subject, MONDAY, to, List.of(assumptions));
    }

    @Test
    void workflows_within_workflows_are_counted_before_they_start() {
        Subject nested = subject(
                workflow("top", "@daily", sub("a", "mid"), sub("b", "mid"), sub("c", "mid")),
                workflow("mid", "@triggered", sub("a", "low"), sub("b", "low"), sub("c", "low")),
                workflow("low", "@triggered", sub("a", "leaf"), sub("b", "leaf"), sub("c", "leaf")),
                workflow("leaf", "@triggered", step("work")));

        assertThat(limited(nested, TUESDAY).executions()).hasSize(1 + 3 + 9 + 27);
        assertThatThrownBy(() -> new Simulator(
                                name -> Optional.empty(),
                                new SimulationLimits(10, 100, 30, 1_000, Duration.ofMinutes(1)))
                        .simulate(nested, MONDAY, TUESDAY, List.of()))
                .hasMessageContaining("30 executions at most");
    }

    private static StepSpec sub(String name, String workflow) {
        return step(name, new WorkflowWork(workflow, Map.of()));
    }

    @Test
    void more_definitions_or_steps_than_the_limits_are_refused_at_once() {
        SimulationLimits two = new SimulationLimits(2, 2, 10, 10, Duration.ofMinutes(1));
        Simulator simulator = new Simulator(name -> Optional.empty(), two);
        Subject jobs = subject(job("a", "@daily"), job("b", "@daily"), job("c", "@daily"));
        Subject steps = subject(workflow("w", "@daily", step("a"), step("b"), step("c")));

        assertThatThrownBy(() -> simulator.simulate(jobs, MONDAY, TUESDAY, List.of()))
                .hasMessageContaining("2 jobs and workflows at most, not 3");
        assertThatThrownBy(() -> simulator.simulate(steps, MONDAY, TUESDAY, List.of()))
                .hasMessageContaining("2 steps together at most, not 3");
    }

    @Test
    void a_simulation_that_takes_too_long_is_given_up() {
        SimulationLimits atOnce = new SimulationLimits(10, 10, 100_000, 100_000, Duration.ZERO);

        assertThatThrownBy(() -> new Simulator(name -> Optional.empty(), atOnce)
                        .simulate(subject(job("tick", "@hourly")), MONDAY, TUESDAY, List.of()))
                .hasMessageContaining("may take 0 s");
    }

    @Test
    void a_schedule_that_does_not_fire_in_the_range_is_no_error() {
        Simulation simulation = simulate(subject(
                job("weekly", "0 3 * * SUN"),
                job("once", "@at 2031-01-01T00:00:00Z"),
                job("rarely", "@every 72h"),
                job("leap", "0 0 29 2 *"),
                job("daily", "0 2 * * *")));

        assertThat(simulation.executions()).extracting(SimulatedExecution::name).containsExactly("daily");
        assertThat(simulate(subject(workflow("weekly", "0 3 * * SUN", step("a"))))
                        .executions())
                .isEmpty();
    }

    @Test
    void a_range_of_decades_is_refused() {
        assertThatThrownBy(() -> new Simulator()
                        .simulate(
                                subject(job("tick", "@yearly")), MONDAY, MONDAY.plus(Duration.ofDays(5000)), List.of()))
                .hasMessageContaining("366 days");
    }

    @Test
    void a_simulation_is_always_the_same() {
        Subject etl = subject(workflow("etl", "*/10 * * * *", step("extract"), step("load", "extract")));

        assertThat(simulate(etl, failsOn("load", null, null, 5)))
                .isEqualTo(simulate(etl, failsOn("load", null, null, 5)));
    }

    @Test
    void the_table_has_a_line_for_each_execution_and_run() {
        Simulation simulation = simulate(
                subject(workflow("etl", "0 2 * * *", step("extract"), step("load", "extract"))), fails("extract"));

        assertThat(SimulationTable.of(simulation, ZoneOffset.UTC).lines())
                .satisfiesExactly(
                        head -> assertThat(head).startsWith("START").endsWith("WHY"),
                        etl -> assertThat(etl)
                                .startsWith("Mon 2026-11-16 02:00:00")
                                .contains("failure")
                                .endsWith("schedule of Mon 2026-11-16 02:00:00"),
                        extract -> assertThat(extract).contains("etl/extract").contains("assumed to fail"),
                        load -> assertThat(load).contains("skipped").contains("extract failed"));
    }
}
