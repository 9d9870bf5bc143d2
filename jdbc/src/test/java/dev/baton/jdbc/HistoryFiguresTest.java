package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the counts and durations of a history, on every database. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class HistoryFiguresTest extends HistoryFixture {

    HistoryFiguresTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    @Test
    void durations_are_those_of_the_last_successful_runs() {
        for (int i = 1; i <= 4; i++) {
            ExecutionRecord execution = givenEnded("job", i, 10L + i);
            givenRun(execution, 0, "job", i == 3 ? RunStatus.FAILURE : RunStatus.SUCCESS, 0, i);
        }

        assertThat(history.durations("job", 2)).containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(2));
    }

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
    void active_executions_are_counted_by_name() {
        givenEnded("job", 1, 5);
        given(execution("job", 1, ExecutionStatus.HELD, 0));
        store.commit(creating(unowned(execution("job", 1, ExecutionStatus.RUNNING, 0))));

        assertThat(history.activeByName()).isEqualTo(Map.of("job", 2L));
    }

    @Test
    void unowned_executions_are_counted_from_the_time_they_were_due() {
        store.commit(creating(
                unowned(execution("job", 2, ExecutionStatus.RUNNING, 0)),
                unowned(execution("job", 1, ExecutionStatus.RUNNING, 0))));

        assertThat(history.unowned(at(9))).containsExactly(new HistoryQueue("default", 2, at(1)));
        store.claim(new Claimable(List.of("job"), List.of(), List.of()), Long.MAX_VALUE / 2, 1);
        assertThat(history.unowned(at(9))).containsExactly(new HistoryQueue("default", 1, at(2)));
    }
}
