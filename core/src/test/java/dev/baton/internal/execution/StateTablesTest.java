package dev.baton.internal.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The two tables of allowed changes, in full. */
class StateTablesTest {

    private static final String RUN_ENDS = "SUCCESS PARTIAL FAILURE TIMEOUT SKIPPED CANCELLED";

    private static final Map<String, String> RUNS = Map.of(
            "BLOCKED", "AWAITING GATED DELAYED QUEUED PARKED READY " + RUN_ENDS,
            "AWAITING", RUN_ENDS,
            "GATED", "GATED QUEUED PARKED READY " + RUN_ENDS,
            "DELAYED", "GATED QUEUED PARKED READY " + RUN_ENDS,
            "QUEUED", "GATED PARKED READY " + RUN_ENDS,
            "PARKED", "READY " + RUN_ENDS,
            "READY", "RUNNING PARKED " + RUN_ENDS,
            "RUNNING", "GATED DELAYED QUEUED PARKED READY " + RUN_ENDS);

    private static final String EXECUTION_ENDS = "SUCCESS PARTIAL FAILURE TIMEOUT CANCELLED SKIPPED";

    private static final Map<String, String> EXECUTIONS = Map.of(
            "CREATED", "HELD_AT_START RUNNING CANCELLING " + EXECUTION_ENDS,
            "HELD_AT_START", "CREATED RUNNING HELD CANCELLING " + EXECUTION_ENDS,
            "RUNNING", "HELD CANCELLING TIMING_OUT FAILING_FAST " + EXECUTION_ENDS,
            "HELD", "RUNNING CANCELLING TIMING_OUT FAILING_FAST " + EXECUTION_ENDS,
            "CANCELLING", "RUNNING " + EXECUTION_ENDS,
            "TIMING_OUT", "RUNNING CANCELLING " + EXECUTION_ENDS,
            "FAILING_FAST", "RUNNING CANCELLING " + EXECUTION_ENDS);

    @Test
    void a_run_goes_only_where_the_table_says() {
        for (RunState from : RunState.values()) {
            Set<RunState> allowed = set(RunState.class, RUNS.getOrDefault(from.name(), ""));
            for (RunState to : RunState.values()) {
                assertThat(from.mayBecome(to)).as(from + " to " + to).isEqualTo(allowed.contains(to));
            }
        }
    }

    @Test
    void an_execution_goes_only_where_the_table_says() {
        for (ExecutionState from : ExecutionState.values()) {
            Set<ExecutionState> allowed = set(ExecutionState.class, EXECUTIONS.getOrDefault(from.name(), ""));
            for (ExecutionState to : ExecutionState.values()) {
                assertThat(from.mayBecome(to)).as(from + " to " + to).isEqualTo(allowed.contains(to));
            }
        }
    }

    @Test
    void every_end_that_users_are_told_of_has_a_state_which_is_not_left() {
        for (RunStatus status : RunStatus.values()) {
            if (status.isTerminal()) {
                assertThat(RunState.ended(status).status()).isEqualTo(status);
                assertThat(RunState.ended(status).isTerminal()).isTrue();
            }
        }
        for (ExecutionStatus status : ExecutionStatus.values()) {
            if (status.isTerminal()) {
                assertThat(ExecutionState.ended(status).status()).isEqualTo(status);
            }
        }
    }

    private static <E extends Enum<E>> Set<E> set(Class<E> type, String names) {
        List<String> words =
                Arrays.stream(names.split(" ")).filter(word -> !word.isEmpty()).toList();
        return words.stream()
                .map(word -> Enum.valueOf(type, word))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(type)));
    }
}
