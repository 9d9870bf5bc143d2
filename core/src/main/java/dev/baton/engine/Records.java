package dev.baton.engine;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.graph.Progress;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An execution's state as records, and back. Reads state within the execution's turn. */
final class Records {

    private static final int CANCELLED = 1;
    private static final int TIMED_OUT = 2;
    private static final int FAILED_FAST = 4;
    private static final int HELD = 8;

    private Records() {}

    // ---- to records

    static Unsaved.Saved summary(LiveExecution execution) {
        return new Unsaved.Saved(flags(execution), execution.status, begun(execution), execution.hasGrown());
    }

    /** When it began, where that makes a difference after a restart; most executions just begin again. */
    private static long begun(LiveExecution execution) {
        boolean matters = execution.hasLimitedRuns
                || !execution.policy.overlap().isUnlimited()
                || execution.policy.limits().timeout() != null
                || execution.policy.limits().deadline() != null
                || execution.status.isTerminal();
        return matters ? execution.begunAt : 0;
    }

    private static int flags(LiveExecution execution) {
        return (execution.cancelled ? CANCELLED : 0)
                | (execution.timedOut ? TIMED_OUT : 0)
                | (execution.failedFast ? FAILED_FAST : 0)
                | (execution.heldByHand ? HELD : 0);
    }

    static ExecutionRecord of(LiveExecution execution, UUID home) {
        ExecutionRecord created = Objects.requireNonNull(execution.record);
        ExecutionRecord.Place place = created.place();
        ExecutionStatus status = execution.status;
        return new ExecutionRecord(
                created.id(),
                created.name(),
                created.cause(),
                new ExecutionRecord.Place(place.queue(), place.labels(), place.priority(), home),
                new ExecutionRecord.State(
                        execution.startedOn.id(),
                        status,
                        flags(execution),
                        begun(execution),
                        status.isTerminal() ? execution.ended : 0,
                        execution.plan.size()));
    }

    static RunRecord of(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        int attempt = execution.attempts[step];
        long started = execution.started[step];
        if (execution.leases.get(step) instanceof Attempt running) {
            attempt = running.number;
            started = running.started;
        }
        Notes notes = execution.notes(step);
        return new RunRecord(
                execution.id,
                step,
                execution.nodes[step].job().name(),
                new RunRecord.State(status, attempt, execution.why[step], execution.progress.isWithheld(step)),
                new RunRecord.Times(started, execution.finished[step], notes == null ? 0 : notes.notBefore),
                result(execution.encodedOutput(step), notes),
                execution.plan.size() == 1);
    }

    private static RunRecord.Result result(Codec.@Nullable Encoded output, @Nullable Notes notes) {
        if (notes == null) {
            return output == null ? RunRecord.Result.NONE : new RunRecord.Result(output, null, null);
        }
        Throwable error = notes.error;
        return new RunRecord.Result(output, error == null ? null : KeptError.describe(error), NotesFormat.write(notes));
    }

    // ---- from records

    /**
     * An execution as it was recorded.
     *
     * @param shape what it started with
     * @param grown the same with what its bodies have added since
     */
    static LiveExecution restore(
            Store.Stored stored, Definition definition, Definition.Shape shape, Definition.Shape grown, Codec codec) {
        ExecutionRecord record = stored.execution();
        RunStatus[] ended = new RunStatus[grown.plan().size()];
        Arrays.fill(ended, RunStatus.BLOCKED);
        BitSet withheld = new BitSet();
        for (RunRecord run : stored.runs()) {
            ended[run.step()] = run.state().status();
            withheld.set(run.step(), run.state().withheld());
        }
        Progress progress = new Progress(grown.plan(), ended, withheld::get);
        LiveExecution execution = new LiveExecution(definition, shape, cause(record, shape, codec), progress, record);
        if (grown.plan().size() > shape.plan().size()) {
            execution.grow(grown);
        }
        for (RunRecord run : stored.runs()) {
            restore(execution, run, codec);
        }
        ExecutionRecord.State state = record.state();
        execution.begunAt = state.begun();
        execution.begun =
                state.begun() != 0 || !stored.runs().isEmpty() || state.status().isTerminal();
        if (execution.begunAt == 0) {
            execution.begunAt = record.cause().created();
        }
        execution.cancelled = (state.flags() & CANCELLED) != 0;
        execution.timedOut = (state.flags() & TIMED_OUT) != 0;
        execution.failedFast = (state.flags() & FAILED_FAST) != 0;
        execution.heldByHand = (state.flags() & HELD) != 0;
        execution.status = state.status();
        execution.ended = state.ended();
        if (state.status().isTerminal()) {
            execution.end.complete(null);
        }
        Objects.requireNonNull(execution.unsaved).setSaved(summary(execution));
        return execution;
    }

    private static LiveExecution.Cause cause(ExecutionRecord record, Definition.Shape shape, Codec codec) {
        ExecutionRecord.Cause cause = record.cause();
        ClassLoader loader = Output.loaderOf(shape.nodes()[0]);
        Map<String, Object> given = codec.decodeAll(cause.parameters(), loader);
        return new LiveExecution.Cause(
                cause.trigger(),
                cause.scheduled(),
                cause.created(),
                cause.notBefore(),
                Executions.merge(shape.policy().parameters(), given),
                cause.key());
    }

    private static void restore(LiveExecution execution, RunRecord run, Codec codec) {
        int step = run.step();
        RunStatus status = run.state().status();
        execution.started[step] = run.times().started();
        execution.finished[step] = run.times().finished();
        execution.attempts[step] = (short) run.state().attempt();
        execution.why[step] = (byte) run.state().why();
        byte[] kept = run.result().notes();
        if (kept != null) {
            NotesFormat.read(kept, execution.note(step));
        }
        if (status == RunStatus.RUNNING) {
            execution.note(step).wasRunning = true;
        }
        if (run.times().notBefore() != 0) {
            execution.note(step).notBefore = run.times().notBefore();
        }
        Codec.Encoded output = run.result().output();
        if (output != null) {
            execution.output(step, new Output(codec, output, Output.loaderOf(execution.nodes[step])));
        }
    }
}
