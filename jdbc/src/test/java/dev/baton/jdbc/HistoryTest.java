package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.adrift;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a history tells, on every database. */
abstract class HistoryTest {

    private static final long SECOND = 1_000_000;

    private Store store;
    History history;

    /** A store that is not open yet. */
    abstract Store newStore();

    /** The history of that store. */
    abstract History newHistory();

    @BeforeEach
    void open() {
        store = newStore();
        store.open(Duration.ofMinutes(1), () -> {});
        history = newHistory();
    }

    @AfterEach
    void close() {
        history.close();
        store.close();
    }

    private static Instant at(long seconds) {
        return Time.toInstant(NOW + seconds * SECOND);
    }

    /** One created at a second, ended at another; 0 for not. */
    private static ExecutionRecord execution(String name, long created, ExecutionStatus status, long ended) {
        return new ExecutionRecord(
                Ids.next(NOW + created * SECOND),
                name,
                new ExecutionRecord.Cause(Trigger.MANUAL, 0, NOW + created * SECOND, 0, "{}", null),
                new ExecutionRecord.Place("default", Set.of(), 0, null),
                new ExecutionRecord.State(
                        UUID.randomUUID(),
                        status,
                        0,
                        NOW + created * SECOND,
                        ended == 0 ? 0 : NOW + ended * SECOND,
                        2));
    }

    private ExecutionRecord given(ExecutionRecord execution) {
        store.commit(creating(here(execution)));
        return execution;
    }

    private ExecutionRecord givenEnded(String name, long created, long ended) {
        return given(execution(name, created, ExecutionStatus.SUCCESS, ended));
    }

    private RunId givenRun(ExecutionRecord execution, int step, String job, RunStatus status, long start, long end) {
        store.commit(running(new RunRecord(
                execution.id(),
                step,
                job,
                new RunRecord.State(status, 1, 0, false),
                new RunRecord.Times(NOW + start * SECOND, end == 0 ? 0 : NOW + end * SECOND, 0),
                new RunRecord.Result(new Codec.Encoded("\"out\"", "java.lang.String"), "it broke", new byte[] {1}),
                false)));
        return new RunId(execution.id(), step);
    }

    private List<UUID> ids(HistoryExecutions wanted) {
        return history.executions(wanted).rows().stream()
                .map(ExecutionRecord::id)
                .toList();
    }

    private List<RunId> runs(HistoryRuns wanted) {
        return history.runs(wanted).rows().stream().map(HistoryRun::id).toList();
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

    // ---- executions

    @Test
    void executions_come_page_by_page_newest_first() {
        List<UUID> newestFirst = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            newestFirst.add(0, givenEnded("job", i, i + 1).id());
        }

        List<UUID> read = new ArrayList<>();
        HistoryExecutions wanted = HistoryExecutions.newest(3);
        HistoryPage<ExecutionRecord> page;
        do {
            page = history.executions(wanted);
            page.rows().forEach(execution -> read.add(execution.id()));
            wanted = wanted.after(read.get(read.size() - 1));
        } while (page.hasMore());

        assertThat(read).isEqualTo(newestFirst);
    }

    @Test
    void executions_come_oldest_first_when_asked_to() {
        UUID first = givenEnded("job", 1, 2).id();
        UUID second = givenEnded("job", 2, 3).id();
        UUID third = givenEnded("job", 3, 4).id();

        assertThat(ids(HistoryExecutions.newest(2).oldestFirst())).containsExactly(first, second);
        assertThat(ids(HistoryExecutions.newest(2).oldestFirst().after(second))).containsExactly(third);
    }

    @Test
    void an_execution_is_read_as_it_was_written() {
        ExecutionRecord written = givenEnded("job", 1, 2);

        assertThat(history.executions(HistoryExecutions.newest(1)).rows()).containsExactly(written);
    }

    @Test
    void executions_are_found_by_name_active_or_not() {
        givenEnded("other", 0, 1);
        UUID ended = givenEnded("job", 1, 2).id();
        UUID active = given(execution("job", 2, ExecutionStatus.RUNNING, 0)).id();
        ExecutionRecord waiting = execution("job", 3, ExecutionStatus.RUNNING, 0);
        store.commit(creating(adrift(waiting)));

        assertThat(ids(HistoryExecutions.newest(10).named(Set.of("job")))).containsExactly(waiting.id(), active, ended);
        assertThat(ids(HistoryExecutions.newest(1)
                        .named(Set.of("job", "nobody"))
                        .after(active)))
                .containsExactly(ended);
    }

    @Test
    void executions_are_found_by_name_when_there_are_very_many_of_it() {
        var many = IntStream.range(0, HistoryCandidates.FEW + 10)
                .mapToObj(i -> execution("job", 1, ExecutionStatus.SUCCESS, 2))
                .toList();
        store.commit(creating(many.stream().map(Samples::here).toArray(Store.Creation[]::new)));
        givenEnded("other", 3, 4);
        // Created a day after the last of them ended.
        ExecutionRecord running = execution("job", 3, ExecutionStatus.RUNNING, 0);
        long dayLater = NOW / 1_000 + Duration.ofDays(1).toMillis();
        ExecutionRecord active = given(new ExecutionRecord(
                new UUID(dayLater << 16 | 0x7000, Long.MIN_VALUE),
                running.name(),
                running.cause(),
                running.place(),
                running.state()));

        assertThat(ids(HistoryExecutions.newest(3).named(Set.of("job"))))
                .containsExactly(
                        active.id(),
                        many.get(many.size() - 1).id(),
                        many.get(many.size() - 2).id());
    }

    @Test
    void executions_are_found_by_status() {
        UUID failed = given(execution("job", 0, ExecutionStatus.FAILURE, 1)).id();
        UUID running = given(execution("job", 1, ExecutionStatus.RUNNING, 0)).id();
        UUID held = given(execution("job", 2, ExecutionStatus.HELD, 0)).id();
        givenEnded("job", 3, 4);

        assertThat(ids(HistoryExecutions.newest(9).in(Set.of(ExecutionStatus.FAILURE))))
                .containsExactly(failed);
        assertThat(ids(HistoryExecutions.newest(9).in(Set.of(ExecutionStatus.RUNNING, ExecutionStatus.HELD))))
                .containsExactly(held, running);
        assertThat(ids(HistoryExecutions.newest(9).in(Set.of(ExecutionStatus.FAILURE, ExecutionStatus.HELD))))
                .containsExactly(held, failed);
    }

    @Test
    void the_few_that_did_not_succeed_are_found_among_others_page_by_page() {
        List<UUID> unwell = new ArrayList<>();
        for (ExecutionStatus status :
                List.of(ExecutionStatus.TIMEOUT, ExecutionStatus.CANCELLED, ExecutionStatus.FAILURE)) {
            givenEnded("job", 1, 2);
            ExecutionRecord execution = given(execution("job", 2, status, 3));
            givenRun(execution, 0, "job", RunStatus.valueOf(status.name()), 2, 3);
            givenRun(execution, 1, "job", RunStatus.SUCCESS, 2, 3);
            unwell.add(0, execution.id());
        }
        given(execution("job", 3, ExecutionStatus.RUNNING, 0));
        Set<ExecutionStatus> statuses =
                Set.of(ExecutionStatus.FAILURE, ExecutionStatus.TIMEOUT, ExecutionStatus.CANCELLED);
        HistoryExecutions two = HistoryExecutions.newest(2).in(statuses);

        assertThat(ids(two)).isEqualTo(unwell.subList(0, 2));
        assertThat(ids(two.after(unwell.get(1)))).isEqualTo(unwell.subList(2, 3));
        assertThat(ids(two.named(Set.of("other")))).isEmpty();
        assertThat(runs(HistoryRuns.newest(9).in(Set.of(RunStatus.FAILURE, RunStatus.TIMEOUT, RunStatus.CANCELLED))))
                .extracting(RunId::execution)
                .isEqualTo(unwell);
        assertThat(runs(HistoryRuns.newest(9).in(Set.of(RunStatus.TIMEOUT))))
                .containsExactly(new RunId(unwell.get(2), 0));
    }

    @Test
    void executions_are_found_by_trigger() {
        UUID manual = givenEnded("job", 1, 2).id();
        given(Samples.fire("job", NOW));

        assertThat(ids(HistoryExecutions.newest(9).startedBy(Trigger.MANUAL))).containsExactly(manual);
    }

    @Test
    void executions_are_found_by_the_time_of_creation_and_of_the_end() {
        givenEnded("job", 1, 90);
        UUID middle = givenEnded("job", 10, 20).id();
        givenEnded("job", 20, 21);
        given(execution("job", 11, ExecutionStatus.RUNNING, 0));

        HistoryExecutions all = HistoryExecutions.newest(9);
        assertThat(ids(all.created(new HistoryRange(at(2), at(20))).ended(HistoryRange.since(at(0)))))
                .containsExactly(middle);
        assertThat(ids(all.ended(new HistoryRange(at(20), at(21))))).containsExactly(middle);
        assertThat(ids(all.ended(new HistoryRange(null, at(21))))).containsExactly(middle);
    }

    @Test
    void executions_are_found_by_the_beginning_of_their_key_or_without_it() {
        UUID keyed = given(Samples.execution("job", NOW, 0, "ü%1")).id();
        UUID other = given(Samples.execution("job", NOW, 0, "üx1")).id();
        UUID none = givenEnded("job", 1, 2).id();

        HistoryExecutions all = HistoryExecutions.newest(9);
        assertThat(ids(all.withKey(new HistoryExecutions.KeyPrefix("ü%", true))))
                .containsExactly(keyed);
        assertThat(ids(all.withKey(new HistoryExecutions.KeyPrefix("ü%", false))))
                .containsExactlyInAnyOrder(other, none);
    }

    @Test
    void an_execution_is_found_by_its_key_and_by_its_id() {
        ExecutionRecord keyed = given(Samples.execution("job", NOW, 0, "order-1"));
        ExecutionRecord other = givenEnded("job", 1, 2);

        assertThat(history.execution("order-1").map(ExecutionRecord::id)).contains(keyed.id());
        assertThat(history.execution("order-")).isEmpty();
        assertThat(history.executions(Set.of(other.id(), UUID.randomUUID())))
                .extracting(ExecutionRecord::id)
                .containsExactly(other.id());
        assertThat(history.executions(Set.of())).isEmpty();
    }

    @Test
    void a_page_without_rows_and_a_range_that_ends_before_it_begins_are_refused() {
        assertThatThrownBy(() -> HistoryExecutions.newest(0)).hasMessage("a page has 1 to 10000 rows, not 0");
        assertThatThrownBy(() -> new HistoryRange(at(2), at(1))).hasMessageContaining("before it begins");
    }

    // ---- runs

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

    // ---- a job

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
    void durations_are_those_of_the_last_successful_runs() {
        for (int i = 1; i <= 4; i++) {
            ExecutionRecord execution = givenEnded("job", i, 10L + i);
            givenRun(execution, 0, "job", i == 3 ? RunStatus.FAILURE : RunStatus.SUCCESS, 0, i);
        }

        assertThat(history.durations("job", 2)).containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(2));
    }

    // ---- figures

    @Test
    void durations_of_a_fanout_are_apart_from_those_of_its_items() {
        ExecutionRecord whole = givenEnded("flow", 1, 60);
        givenRun(whole, 0, "flow/many", RunStatus.SUCCESS, 1, 60);
        ExecutionRecord items = givenEnded("flow/many/items", 2, 50);
        givenRun(items, 0, "flow/many", RunStatus.SUCCESS, 2, 5);
        givenRun(items, 1, "flow/many", RunStatus.SUCCESS, 5, 8);

        assertThat(history.durations("flow/many", 9)).containsExactly(Duration.ofSeconds(59));
        assertThat(history.itemDurations("flow/many", 9)).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(3));
        assertThat(history.itemDurations("flow", 9)).isEmpty();
    }

    @Test
    void executions_are_counted_by_status() {
        givenEnded("job", 1, 5);
        givenEnded("job", 1, 10);
        givenEnded("other", 1, 10);
        given(execution("job", 1, ExecutionStatus.HELD, 0));

        assertThat(history.countByStatus(Set.of(), at(6)))
                .isEqualTo(Map.of(ExecutionStatus.SUCCESS, 2L, ExecutionStatus.HELD, 1L));
        assertThat(history.countByStatus(Set.of("other"), at(6))).isEqualTo(Map.of(ExecutionStatus.SUCCESS, 1L));
    }

    @Test
    void ends_are_counted_by_minute_and_status_without_those_that_belong_to_another_execution() {
        long minute = 120;
        givenEnded("job", minute - 60, minute);
        givenEnded("other", minute - 60, minute + 59);
        given(execution("job", minute - 60, ExecutionStatus.FAILURE, minute + 1));
        givenEnded("job", minute - 60, minute + 60);
        given(execution("job", minute, ExecutionStatus.RUNNING, 0));
        ExecutionRecord nested = execution("job", minute - 60, ExecutionStatus.SUCCESS, minute + 2);
        given(new ExecutionRecord(
                nested.id(),
                nested.name(),
                new ExecutionRecord.Cause(Trigger.DEPENDENCY, 0, nested.cause().created(), 0, "{}", null),
                nested.place(),
                nested.state()));

        assertThat(history.endsByMinute(new HistoryRange(at(minute), at(minute + 60))))
                .containsExactlyInAnyOrder(
                        new HistoryEnds(at(minute), ExecutionStatus.SUCCESS, 2),
                        new HistoryEnds(at(minute), ExecutionStatus.FAILURE, 1));
        assertThat(history.endsByMinute(HistoryRange.since(at(minute + 60))))
                .containsExactly(new HistoryEnds(at(minute + 60), ExecutionStatus.SUCCESS, 1));
    }

    @Test
    void recent_executions_are_the_active_and_the_last_ended_of_each_name() {
        givenEnded("job", 1, 2);
        ExecutionRecord second = givenEnded("job", 3, 4);
        ExecutionRecord active = given(execution("job", 5, ExecutionStatus.RUNNING, 0));
        ExecutionRecord other = givenEnded("other", 1, 2);

        Map<String, List<ExecutionRecord>> recent = history.recent(Set.of("job", "other", "nothing"), 2);

        assertThat(recent.get("job")).extracting(ExecutionRecord::id).containsExactly(active.id(), second.id());
        assertThat(recent.get("other")).extracting(ExecutionRecord::id).containsExactly(other.id());
        assertThat(recent.get("nothing")).isEmpty();
    }

    @Test
    void the_last_executions_that_ended_with_a_status_come_newest_first() {
        givenEnded("job", 1, 2);
        ExecutionRecord second = givenEnded("job", 3, 4);
        ExecutionRecord third = givenEnded("job", 5, 6);
        given(execution("job", 7, ExecutionStatus.FAILURE, 8));

        assertThat(history.lastEnded("job", ExecutionStatus.SUCCESS, 2))
                .extracting(ExecutionRecord::id)
                .containsExactly(third.id(), second.id());
    }

    @Test
    void active_executions_are_counted_by_name() {
        givenEnded("job", 1, 5);
        given(execution("job", 1, ExecutionStatus.HELD, 0));
        store.commit(creating(adrift(execution("job", 1, ExecutionStatus.RUNNING, 0))));

        assertThat(history.activeByName()).isEqualTo(Map.of("job", 2L));
    }

    @Test
    void what_is_adrift_is_counted_from_the_time_it_was_due() {
        store.commit(creating(
                adrift(execution("job", 2, ExecutionStatus.RUNNING, 0)),
                adrift(execution("job", 1, ExecutionStatus.RUNNING, 0))));

        assertThat(history.adrift(at(9))).containsExactly(new HistoryQueue("default", 2, at(1)));
    }

    @Test
    void executions_that_are_gone_do_not_exist() {
        UUID there = givenEnded("job", 1, 5).id();

        assertThat(history.existing(List.of(there, UUID.randomUUID()))).isEqualTo(new HashSet<>(List.of(there)));
    }

    // ---- executions of one step

    private RunId givenSingle(String name, ExecutionStatus status, RunStatus runStatus, long created, long ended) {
        ExecutionRecord execution = execution(name, created, status, 0);
        store.commit(creating(here(execution)));
        var state =
                new ExecutionRecord.State(UUID.randomUUID(), status, 0, NOW, ended == 0 ? 0 : NOW + ended * SECOND, 1);
        RunRecord run = new RunRecord(
                execution.id(),
                0,
                name,
                new RunRecord.State(runStatus, 1, 0, false),
                new RunRecord.Times(NOW + (created + 1) * SECOND, ended == 0 ? 0 : NOW + ended * SECOND, 0),
                new RunRecord.Result(new Codec.Encoded("\"out\"", "java.lang.String"), "it broke", null),
                true);
        store.commit(new Store.Commit(
                List.of(),
                List.of(Samples.with(Samples.at(execution, store.node()), state)),
                List.of(run),
                Map.of(),
                List.of(),
                null));
        return new RunId(execution.id(), 0);
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

    @Test
    void a_status_of_active_ones_with_an_end_finds_none() {
        given(execution("job", 1, ExecutionStatus.RUNNING, 0));

        assertThat(ids(HistoryExecutions.newest(9)
                        .in(Set.of(ExecutionStatus.RUNNING))
                        .ended(HistoryRange.since(at(0)))))
                .isEmpty();
    }
}
