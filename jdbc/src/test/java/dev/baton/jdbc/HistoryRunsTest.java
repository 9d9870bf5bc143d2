package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.spi.ExecutionRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the queries of a history for runs, on every database. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class HistoryRunsTest extends HistoryFixture {

    HistoryRunsTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    @Test
    void the_runs_of_several_executions_come_without_what_may_be_long() {
        ExecutionRecord one = givenEnded("etl", 0, 5);
        ExecutionRecord two = givenEnded("etl", 1, 6);
        ExecutionRecord other = givenEnded("etl", 2, 7);
        RunId first = givenRun(one, 0, "etl/load", RunStatus.SUCCESS, 1, 2);
        RunId second = givenRun(two, 0, "etl/load", RunStatus.FAILURE, 2, 3);
        RunId third = givenRun(two, 1, "etl/report", RunStatus.SUCCESS, 3, 4);
        givenRun(other, 0, "etl/load", RunStatus.SUCCESS, 1, 2);

        List<HistoryRun> runs = history.runs(List.of(one.id(), two.id()));

        assertThat(runs).extracting(HistoryRun::id).containsExactlyInAnyOrder(first, second, third);
        assertThat(runs).allSatisfy(run -> {
            assertThat(run.output()).isNull();
            assertThat(run.error()).isNull();
            assertThat(run.finished()).isNotNull();
        });
        assertThat(history.runs(List.of())).isEmpty();
    }

    @Test
    void runs_come_page_by_page_and_across_executions() {
        ExecutionRecord first = givenEnded("etl", 1, 9);
        ExecutionRecord second = givenEnded("etl", 2, 9);
        List<RunId> expected = new ArrayList<>();
        for (ExecutionRecord execution : List.of(first, second)) {
            for (int step = 0; step < 3; step++) {
                expected.add(0, givenRun(execution, step, "etl/s" + step, RunStatus.SUCCESS, 3, 4));
            }
        }

        for (HistoryRuns all :
                List.of(HistoryRuns.newest(2), HistoryRuns.newest(2).finished(HistoryRange.since(at(4))))) {
            List<RunId> read = new ArrayList<>();
            HistoryPage<HistoryRun> page;
            HistoryRuns wanted = all;
            do {
                page = history.runs(wanted);
                page.rows().forEach(run -> read.add(run.id()));
                wanted = all.after(read.get(read.size() - 1));
            } while (page.hasMore());
            assertThat(read).isEqualTo(expected);
        }
    }

    @Test
    void runs_come_oldest_first_when_asked_to() {
        ExecutionRecord execution = givenEnded("scan", 1, 9);
        List<RunId> expected = new ArrayList<>();
        for (int step = 0; step < 5; step++) {
            expected.add(givenRun(execution, step, "scan", RunStatus.SUCCESS, 3, 4));
        }

        HistoryRuns wanted = HistoryRuns.newest(3).of(execution.id()).oldestFirst();
        assertThat(runs(wanted)).isEqualTo(expected.subList(0, 3));
        assertThat(runs(wanted.after(expected.get(2)))).isEqualTo(expected.subList(3, 5));
    }

    @Test
    void a_run_tells_what_came_of_it() {
        RunId id = givenRun(givenEnded("job", 1, 9), 0, "job", RunStatus.FAILURE, 3, 4);

        assertThat(history.runs(HistoryRuns.newest(9)).rows())
                .containsExactly(new HistoryRun(id, "job", RunStatus.FAILURE, 1, at(3), at(4), "it broke", "\"out\""));
    }

    @Test
    void runs_are_found_by_job_execution_status_and_time() {
        ExecutionRecord execution = givenEnded("etl", 1, 9);
        RunId load = givenRun(execution, 0, "etl/load", RunStatus.FAILURE, 3, 5);
        RunId clean = givenRun(execution, 1, "etl/clean", RunStatus.SUCCESS, 5, 7);
        ExecutionRecord active = given(execution("etl", 2, ExecutionStatus.RUNNING, 0));
        RunId running = givenRun(active, 0, "etl/load", RunStatus.RUNNING, 8, 0);

        HistoryRuns all = HistoryRuns.newest(9);
        assertThat(runs(all.ofJob("etl/load"))).containsExactly(running, load);
        assertThat(runs(all.ofJob("etl"))).isEmpty();
        assertThat(runs(all.of(execution.id()))).containsExactly(clean, load);
        assertThat(runs(all.in(Set.of(RunStatus.FAILURE, RunStatus.RUNNING)))).containsExactly(running, load);
        assertThat(runs(all.started(new HistoryRange(at(4), at(8))))).containsExactly(clean);
        assertThat(runs(all.finished(new HistoryRange(at(1), at(7))))).containsExactly(load);
    }

    @Test
    void the_latest_run_of_a_job_may_be_in_an_execution_that_ended_earlier_or_is_active() {
        ExecutionRecord first = givenEnded("etl", 1, 30);
        RunId late = givenRun(first, 0, "etl/load", RunStatus.SUCCESS, 2, 20);
        ExecutionRecord second = givenEnded("etl", 2, 40);
        givenRun(second, 0, "etl/load", RunStatus.FAILURE, 3, 10);

        assertThat(history.latest("etl/load", Set.of(), at(5)).map(HistoryRun::id))
                .contains(late);
        assertThat(history.latest("etl/load", Set.of(RunStatus.FAILURE), at(5)).map(HistoryRun::status))
                .contains(RunStatus.FAILURE);
        assertThat(history.latest("etl/load", Set.of(), at(21))).isEmpty();

        ExecutionRecord active = given(execution("etl", 3, ExecutionStatus.RUNNING, 0));
        RunId newer = givenRun(active, 0, "etl/load", RunStatus.SUCCESS, 20, 25);
        assertThat(history.latest("etl/load", Set.of(), at(5)).map(HistoryRun::id))
                .contains(newer);
    }

    @Test
    void the_latest_run_of_a_job_is_found_behind_many_executions_that_skipped_it() {
        RunId only = givenRun(givenEnded("job", 1, 5), 0, "job", RunStatus.SUCCESS, 2, 5);
        IntStream.range(0, 250).forEach(i -> givenEnded("job", 2, 6 + i / 10));

        assertThat(history.latest("job", Set.of(), at(0)).map(HistoryRun::id)).contains(only);
    }

    @Test
    void the_latest_execution_is_the_one_that_ended_last_and_did_something() {
        ExecutionRecord first = givenEnded("etl", 1, 30);
        givenRun(first, 0, "etl/load", RunStatus.SUCCESS, 2, 20);
        ExecutionRecord second = givenEnded("etl", 2, 20);
        givenRun(second, 0, "etl/load", RunStatus.SUCCESS, 3, 10);
        givenRun(givenEnded("etl", 3, 40), 0, "etl/load", RunStatus.SKIPPED, 0, 40);
        given(execution("etl", 4, ExecutionStatus.RUNNING, 0));

        assertThat(history.latestExecution("etl", at(5)).map(ExecutionRecord::id))
                .contains(first.id());
        assertThat(history.latestExecution("etl", at(31))).isEmpty();
        assertThat(history.latestExecution("other", at(0))).isEmpty();

        ExecutionRecord failed = given(execution("etl", 5, ExecutionStatus.FAILURE, 50));
        assertThat(history.latestExecution("etl", at(5)).map(ExecutionRecord::id))
                .contains(failed.id());
    }

    @Test
    void the_run_of_an_execution_of_one_step_is_listed_like_any_other() {
        RunId failed = givenSingle("one", ExecutionStatus.FAILURE, RunStatus.FAILURE, 1, 5);
        ExecutionRecord several = givenEnded("etl", 2, 9);
        RunId load = givenRun(several, 0, "etl/load", RunStatus.SUCCESS, 3, 4);
        RunId clean = givenRun(several, 1, "etl/clean", RunStatus.SUCCESS, 4, 5);
        RunId success = givenSingle("one", ExecutionStatus.SUCCESS, RunStatus.SUCCESS, 3, 8);
        RunId running = givenSingle("one", ExecutionStatus.RUNNING, RunStatus.RUNNING, 4, 0);

        for (HistoryRuns all :
                List.of(HistoryRuns.newest(2), HistoryRuns.newest(2).started(HistoryRange.since(at(0))))) {
            HistoryPage<HistoryRun> first = history.runs(all);
            HistoryPage<HistoryRun> second = history.runs(all.after(clean));
            assertThat(first.rows()).extracting(HistoryRun::id).containsExactly(running, success);
            assertThat(runs(all.after(success))).containsExactly(clean, load);
            assertThat(second.rows()).extracting(HistoryRun::id).containsExactly(load, failed);
            assertThat(second.hasMore()).isFalse();
        }
        assertThat(runs(HistoryRuns.newest(9).oldestFirst())).containsExactly(failed, load, clean, success, running);
        assertThat(runs(HistoryRuns.newest(9).ofJob("one"))).containsExactly(running, success, failed);
        assertThat(runs(HistoryRuns.newest(9).of(failed.execution()))).containsExactly(failed);
        assertThat(runs(HistoryRuns.newest(9).in(Set.of(RunStatus.FAILURE)))).containsExactly(failed);
        assertThat(runs(HistoryRuns.newest(9).finished(new HistoryRange(at(5), at(9)))))
                .containsExactly(success, clean, failed);
        assertThat(history.runs(HistoryRuns.newest(9).of(failed.execution())).rows())
                .containsExactly(
                        new HistoryRun(failed, "one", RunStatus.FAILURE, 1, at(2), at(5), "it broke", "\"out\""));
        assertThat(history.runs(List.of(failed.execution(), several.id(), running.execution())))
                .extracting(HistoryRun::id)
                .containsExactlyInAnyOrder(failed, load, clean, running);
        assertThat(history.latest("one", Set.of(), at(0)).map(HistoryRun::id)).contains(success);
        assertThat(history.latest("one", Set.of(RunStatus.FAILURE), at(0)).map(HistoryRun::id))
                .contains(failed);
        assertThat(history.durations("one", 9)).containsExactly(Duration.ofSeconds(4));
        assertThat(history.latestExecution("one", at(0)).map(ExecutionRecord::id))
                .contains(success.execution());
        assertThat(history.countByStatus(Set.of("one"), at(0)))
                .isEqualTo(
                        Map.of(ExecutionStatus.SUCCESS, 1L, ExecutionStatus.FAILURE, 1L, ExecutionStatus.RUNNING, 1L));
    }
}
