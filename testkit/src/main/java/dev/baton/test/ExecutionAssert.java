package dev.baton.test;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.TypedJob;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on an execution. The message of a failed assertion shows the status and reason of every step.
 *
 * <pre>{@code
 * assertThat(order).succeeded().hadAttempts("charge", 3).ran("ship");
 * }</pre>
 */
public final class ExecutionAssert extends AbstractAssert<ExecutionAssert, Execution> {

    ExecutionAssert(Execution execution) {
        super(execution, ExecutionAssert.class);
    }

    /** Verifies that the execution ended in success. */
    public ExecutionAssert succeeded() {
        return hasStatus(ExecutionStatus.SUCCESS);
    }

    /** Verifies that the execution ended in failure. */
    public ExecutionAssert failed() {
        return hasStatus(ExecutionStatus.FAILURE);
    }

    /** Verifies that the execution has not ended. */
    public ExecutionAssert isActive() {
        isNotNull();
        if (actual.status().isTerminal()) {
            failWithMessage("expected to be active, but was %s%n%s", actual.status(), table());
        }
        return this;
    }

    /** Verifies the status of the execution. */
    public ExecutionAssert hasStatus(ExecutionStatus status) {
        isNotNull();
        if (actual.status() != status) {
            failWithMessage("expected %s, but was %s%n%s", status, actual.status(), table());
        }
        return this;
    }

    /** Verifies that these steps ran and succeeded. */
    public ExecutionAssert ran(String... steps) {
        return all(RunStatus.SUCCESS, steps);
    }

    /** Verifies that these steps were skipped. */
    public ExecutionAssert skipped(String... steps) {
        return all(RunStatus.SKIPPED, steps);
    }

    /** Verifies that these steps failed. */
    public ExecutionAssert failed(String... steps) {
        return all(RunStatus.FAILURE, steps);
    }

    /** Verifies the status of a step. */
    public ExecutionAssert has(String step, RunStatus status) {
        return all(status, step);
    }

    /** Verifies the status of a step, and that its reason contains this text. */
    public ExecutionAssert has(String step, RunStatus status, String reason) {
        all(status, step);
        Run run = actual.run(step);
        if (!run.reason().contains(reason)) {
            failWithMessage("expected %s to be %s because of <%s>, but <%s>", step, status, reason, run.reason());
        }
        return this;
    }

    /** Verifies the number of attempts of a step. */
    public ExecutionAssert hadAttempts(String step, int attempts) {
        Run run = actual.run(step);
        if (run.attempt() != attempts) {
            failWithMessage(
                    "expected %d attempts of %s, but there were %d%n%s", attempts, step, run.attempt(), table());
        }
        return this;
    }

    /** Verifies the output of a step. */
    public ExecutionAssert hasOutput(String step, @Nullable Object output) {
        Object found = actual.run(step).result().output();
        if (!Objects.equals(found, output)) {
            failWithMessage("expected %s to have output <%s>, but it has <%s>%n%s", step, output, found, table());
        }
        return this;
    }

    /** Verifies the output of a typed job. */
    public <O> ExecutionAssert hasOutput(TypedJob<?, O> job, O output) {
        return hasOutput(job.name(), output);
    }

    /** Verifies how long the last attempt of a step took, on the scheduler's clock. */
    public ExecutionAssert took(String step, Duration duration) {
        return took(step, actual.run(step).duration().orElse(null), duration);
    }

    /** Verifies how long the whole execution took, waits and retry delays included. */
    public ExecutionAssert took(Duration duration) {
        Duration found = actual.finished()
                .map(end -> Duration.between(actual.started(), end))
                .orElse(null);
        return took("the execution", found, duration);
    }

    private ExecutionAssert took(String what, @Nullable Duration found, Duration expected) {
        if (!expected.equals(found)) {
            failWithMessage(
                    "expected %s to have taken %s, but %s%n%s",
                    what, expected, found == null ? "it has not ended" : "it took " + found, table());
        }
        return this;
    }

    /** Verifies when the attempts of a step started: each retry this long after the start of the execution. */
    public ExecutionAssert attemptedAfter(String step, Duration... sinceStart) {
        List<Duration> found = actual.run(step).attempts().stream()
                .map(attempt -> Duration.between(actual.started(), attempt.started()))
                .toList();
        if (!found.equals(Arrays.asList(sinceStart))) {
            failWithMessage(
                    "expected attempts of %s after %s, but they were after %s%n%s",
                    step, Arrays.asList(sinceStart), found, table());
        }
        return this;
    }

    /** Verifies that these steps started in this order. */
    public ExecutionAssert startedInOrder(String... steps) {
        List<String> byStart = actual.runs().stream()
                .filter(run -> Arrays.asList(steps).contains(run.step()))
                .filter(run -> run.started().isPresent())
                .sorted(Comparator.comparing(run -> run.started().orElseThrow()))
                .map(Run::step)
                .toList();
        if (!byStart.equals(Arrays.asList(steps))) {
            failWithMessage(
                    "expected starts in the order %s, but it was %s%n%s", Arrays.asList(steps), byStart, table());
        }
        return this;
    }

    private ExecutionAssert all(RunStatus status, String... steps) {
        isNotNull();
        for (String step : steps) {
            if (actual.run(step).status() != status) {
                failWithMessage(
                        "expected %s to be %s, but it is %s%n%s",
                        step, status, actual.run(step).status(), table());
            }
        }
        return this;
    }

    private String table() {
        return actual.runs().stream()
                .map(run -> "  %-24s %-10s %s".formatted(run.step(), run.status(), run.reason()))
                .collect(Collectors.joining("\n"));
    }
}
