package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the queries of a history for executions, on every database. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class HistoryExecutionsTest extends HistoryFixture {

    HistoryExecutionsTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

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
        store.commit(creating(unowned(waiting)));

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
    void executions_that_are_gone_do_not_exist() {
        UUID there = givenEnded("job", 1, 5).id();

        assertThat(history.existing(List.of(there, UUID.randomUUID()))).isEqualTo(new HashSet<>(List.of(there)));
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
