package dev.baton.engine;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Explanation;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Trigger;
import dev.baton.error.BatonClosedException;
import dev.baton.error.NoOutputException;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.StillRunningException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** What users hold of an execution: every answer is a copy, made in a turn of the execution. */
record ExecutionHandle(Machinery machinery, LiveExecution execution) implements Execution {

    @Override
    public UUID id() {
        return execution.id;
    }

    @Override
    public String name() {
        return execution.definition.name();
    }

    @Override
    public Trigger trigger() {
        return execution.cause.trigger();
    }

    @Override
    public Instant scheduledTime() {
        return Time.toInstant(execution.cause.scheduled());
    }

    @Override
    public Map<String, Object> parameters() {
        return execution.cause.parameters();
    }

    @Override
    public ExecutionStatus status() {
        return execution.status;
    }

    @Override
    public Instant started() {
        return Time.toInstant(execution.created);
    }

    @Override
    public Optional<Instant> finished() {
        return execution.status.isTerminal() ? Optional.of(Time.toInstant(execution.ended)) : Optional.empty();
    }

    @Override
    public List<Run> runs() {
        return machinery.ask(execution, turn -> Snapshots.runs(execution));
    }

    @Override
    public Run run(String step) {
        int number = number(step);
        return machinery.ask(execution, turn -> Snapshots.run(execution, number));
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // a step's type says whether its output may be null
    public <T extends @Nullable Object> T output(Step<T> step) {
        Run run = run(step.fullName());
        if (!run.status().countsAsSuccess()) {
            throw new NoOutputException(step.name(), "its status is " + run.status() + ", and only a success has one.");
        }
        return (T) run.result().output();
    }

    @Override
    public Execution await(Duration atMost) throws InterruptedException {
        Future<?> end = execution.end;
        if (!machinery.time().await(end, atMost)) {
            throw new StillRunningException(
                    execution.toString(), atMost, explain().text());
        }
        if (!execution.status.isTerminal() && execution.end.isCompletedExceptionally()) {
            throw new BatonClosedException("waiting for " + execution);
        }
        return this;
    }

    @Override
    public Cancellation cancel() {
        return machinery.ask(execution, turn -> Commands.cancel(turn, Why.CANCELLED, Stop.CANCELLED));
    }

    @Override
    public Cancellation cancel(String step) {
        int number = number(step);
        return machinery.ask(execution, turn -> Commands.cancelStep(turn, number, Why.CANCELLED, Stop.CANCELLED));
    }

    @Override
    public void retry() {
        machinery.order(execution, Commands::retry);
    }

    @Override
    public void retry(String step) {
        int number = number(step);
        machinery.order(execution, turn -> Commands.retryStep(turn, number));
    }

    @Override
    public void mark(String step, RunStatus end) {
        int number = number(step);
        machinery.order(execution, turn -> Commands.mark(turn, number, end));
    }

    @Override
    public void hold() {
        machinery.order(execution, Commands::hold);
    }

    @Override
    public void release() {
        machinery.order(execution, Commands::release);
    }

    @Override
    public Explanation explain() {
        return machinery.ask(execution, turn -> Explainer.execution(execution));
    }

    @Override
    public Explanation explain(String step) {
        int number = number(step);
        return machinery.ask(execution, turn -> Explainer.run(execution, number));
    }

    /** A step by its name, with or without the workflow's. */
    private int number(String name) {
        OptionalInt number = execution.plan.step(name);
        String prefix = execution.definition.name() + "/";
        if (number.isEmpty() && name.startsWith(prefix)) {
            number = execution.plan.step(name.substring(prefix.length()));
        }
        return number.orElseThrow(() -> NoSuchExecutionException.step(execution.id, name, execution.plan.names()));
    }

    @Override
    public String toString() {
        return execution + ", " + execution.status;
    }
}
