package dev.baton.internal.journal;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.ExecutionState;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.Lease;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.StartCause;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.RunRecord;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An execution's state as records. Reads state within the execution's turn. */
public final class Records {

    private static final int CANCELLED = 1;
    private static final int TIMED_OUT = 2;
    private static final int FAILED_FAST = 4;
    private static final int HELD = 8;

    private Records() {}

    /**
     * An execution that is to be created.
     *
     * @param parameters its parameters in the form that is kept
     * @param owner the node that creates it
     */
    public static ExecutionRecord created(Start start, String parameters, UUID owner) {
        StartCause cause = start.cause();
        return new ExecutionRecord(
                start.id(),
                start.definition().name(),
                new ExecutionRecord.Cause(
                        cause.trigger(),
                        cause.scheduled(),
                        cause.created(),
                        cause.notBefore(),
                        parameters,
                        cause.key()),
                place(start, owner),
                new ExecutionRecord.State(
                        start.plan().plan().id(),
                        ExecutionStatus.RUNNING,
                        HiddenParameters.definition(cause.parameters()) == null ? 0 : ExecutionRecord.State.DEFINED,
                        0,
                        0,
                        start.plan().plan().size()));
    }

    private static ExecutionRecord.Place place(Start start, UUID owner) {
        ExecutionRecord.Place place = start.definition().place(owner);
        Map<String, Object> parameters = start.cause().parameters();
        return new ExecutionRecord.Place(
                HiddenParameters.queue(parameters, place.queue()),
                place.labels(),
                HiddenParameters.priority(parameters, place.priority()),
                place.owner());
    }

    /** Adds the execution's own row to a change when it differs from what is recorded. */
    static void writeIfNew(Change change, JournalEntry entry, UUID owner) {
        LiveExecution execution = change.execution();
        JournalEntry.Summary now = summary(execution);
        if (entry.isNew(now)) {
            entry.setWritten(now);
            change.write(of(execution, owner));
        }
    }

    static JournalEntry.Summary summary(LiveExecution execution) {
        return new JournalEntry.Summary(
                flags(execution.state()),
                execution.statusNow(),
                begun(execution),
                ended(execution),
                execution.hasGrown());
    }

    /** When the execution began, where that matters after a restart; most executions just begin again. */
    private static long begun(LiveExecution execution) {
        boolean matters = execution.bound().hasLimitedRuns()
                || !execution.policy().overlap().isUnlimited()
                || execution.policy().limits().timeout() != null
                || execution.policy().limits().deadline() != null
                || execution.state().isTerminal();
        return matters && execution.hasBegun() ? execution.begunAt() : 0;
    }

    private static long ended(LiveExecution execution) {
        return execution.statusNow().isTerminal() ? execution.ended() : 0;
    }

    private static int flags(ExecutionState state) {
        return switch (state) {
            case CANCELLING, CANCELLED -> CANCELLED;
            case TIMING_OUT, TIMEOUT -> TIMED_OUT;
            case FAILING_FAST -> FAILED_FAST;
            case HELD, HELD_AT_START -> HELD;
            default -> 0;
        };
    }

    /** The flags that stay: those above the engine's own, such as how often its owner died, as counted by the store. */
    private static int lasting(ExecutionRecord record) {
        return record.state().flags() & -ExecutionRecord.State.OWNER_DIED;
    }

    /** The recorded state. */
    static ExecutionState state(ExecutionRecord.State recorded, boolean begun) {
        if (recorded.status().isTerminal()) {
            return ExecutionState.ended(recorded.status());
        }
        int flags = recorded.flags();
        // First: what has not begun ends at once when it is stopped, so this has begun, whatever else is recorded of
        // it.
        if ((flags & CANCELLED) != 0) {
            return ExecutionState.CANCELLING;
        }
        if ((flags & TIMED_OUT) != 0) {
            return ExecutionState.TIMING_OUT;
        }
        if ((flags & FAILED_FAST) != 0) {
            return ExecutionState.FAILING_FAST;
        }
        if (!begun) {
            return (flags & HELD) != 0 ? ExecutionState.HELD_AT_START : ExecutionState.CREATED;
        }
        return (flags & HELD) != 0 ? ExecutionState.HELD : ExecutionState.RUNNING;
    }

    private static ExecutionRecord of(LiveExecution execution, UUID owner) {
        ExecutionRecord created = Objects.requireNonNull(execution.record());
        ExecutionRecord.Place place = created.place();
        ExecutionStatus status = execution.statusNow();
        return new ExecutionRecord(
                created.id(),
                created.name(),
                created.cause(),
                new ExecutionRecord.Place(place.queue(), place.labels(), place.priority(), owner),
                new ExecutionRecord.State(
                        execution.startedOn().id(),
                        status,
                        flags(execution.state()) | lasting(created),
                        begun(execution),
                        ended(execution),
                        execution.plan().size()));
    }

    static RunRecord of(LiveExecution execution, int step) {
        RunStatus status = execution.states().get(step).status();
        int attempt = execution.runs().attempts(step);
        long started = execution.runs().started(step);
        Lease running = execution.states().lease(step);
        if (running != null) {
            attempt = running.number();
            started = running.started();
        }
        RunDetails details = execution.runs().detailsOrNull(step);
        return new RunRecord(
                execution.id(),
                step,
                execution.node(step).job().name(),
                new RunRecord.State(
                        status,
                        attempt,
                        execution.runs().why(step).number(),
                        execution.progress().isWithheld(step)),
                new RunRecord.Times(
                        started, execution.runs().finished(step), details == null ? 0 : details.notBefore()),
                result(execution.runs().encodedOutput(step), details),
                execution.plan().size() == 1);
    }

    private static RunRecord.Result result(Codec.@Nullable Encoded output, @Nullable RunDetails details) {
        if (details == null) {
            return output == null ? RunRecord.Result.NONE : new RunRecord.Result(output, null, null);
        }
        Failure failure = details.failure();
        return new RunRecord.Result(output, failure == null ? null : failure.text(), RunDetailsFormat.write(details));
    }
}
