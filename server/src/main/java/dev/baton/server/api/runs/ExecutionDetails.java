package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All about an execution, its runs aside. */
@Doc("An execution.")
record ExecutionDetails(
        @Doc("Its id; ids sort by time.") String id,
        @Doc("The name of the job or workflow.") String name,
        @Doc("Where it is.") ExecutionStatus status,
        @Doc("Why it started.") Trigger trigger,
        @Doc("What it was scheduled for.") Instant scheduledTime,
        @Doc("When it was created.") Instant created,
        @Doc("When it began; missing before.") @Nullable Instant started,
        @Doc("When it ended.") @Nullable Instant finished,

        @Doc("The parameters it was given, with the defaults.")
        Map<String, Object> parameters,

        @Doc("The run that it belongs to.") @Nullable String parentRunId,
        @Doc("Its runs.") RunCounts runs,
        @Doc("How much of it has ended.") ProgressView progress) {

    static ExecutionDetails of(Execution execution, @Nullable Instant begun) {
        RunCounts counts = RunCounts.of(execution.counts());
        return new ExecutionDetails(
                execution.id().toString(),
                execution.name(),
                execution.status(),
                execution.trigger(),
                execution.scheduledTime(),
                execution.started(),
                begun,
                execution.finished().orElse(null),
                // The items can be many, and are listed with the runs they are for.
                Fanout.withoutItems(execution.parameters()),
                execution.parentRun().map(Object::toString).orElse(null),
                counts,
                ProgressView.of(counts));
    }
}
