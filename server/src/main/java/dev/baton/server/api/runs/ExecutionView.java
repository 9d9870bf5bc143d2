package dev.baton.server.api.runs;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An execution in a list. */
@Doc("An execution in a list.")
record ExecutionView(
        @Doc("Its id; ids sort by time.") String id,
        @Doc("The name of the job or workflow.") String name,
        @Doc("Its status.") ExecutionStatus status,
        @Doc("Why it started.") Trigger trigger,
        @Doc("Its scheduled time.") Instant scheduledTime,
        @Doc("When it was created.") Instant created,
        @Doc("When it began.") @Nullable Instant started,
        @Doc("When it ended.") @Nullable Instant finished,
        @Doc("The run that it belongs to.") @Nullable String parentRunId) {

    /** The recorded execution with its current status. */
    static ExecutionView of(ExecutionRecord execution, ExecutionStatus now, @Nullable Instant begun) {
        return new ExecutionView(
                execution.id().toString(),
                execution.name(),
                now,
                execution.cause().trigger(),
                Time.toInstant(execution.cause().scheduled()),
                Time.toInstant(execution.cause().created()),
                begun,
                instant(execution.state().ended()),
                RunRole.parentOf(execution).map(Object::toString).orElse(null));
    }

    private static @Nullable Instant instant(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}
