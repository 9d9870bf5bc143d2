package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Shown;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The details of an execution, without its runs. */
@Doc("An execution.")
record ExecutionDetails(
        @Doc("Its id; ids sort by time.") String id,
        @Doc("The name of the job or workflow.") String name,
        @Doc("Its status.") ExecutionStatus status,
        @Doc("Why it started.") Trigger trigger,
        @Doc("Its scheduled time.") Instant scheduledTime,
        @Doc("When it was created.") Instant created,
        @Doc("When it began; missing before.") @Nullable Instant started,
        @Doc("When it ended.") @Nullable Instant finished,

        @Doc("Its parameters, including defaults.") Map<String, Object> parameters,

        @Doc("The run that it belongs to.") @Nullable String parentRunId,
        @Doc("Its runs.") RunCounts runs,
        @Doc("The numbers of its runs, by status.") ProgressView progress) {

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
                // There can be many items; they are listed with their runs.
                Shown.all(Fanout.withoutItems(execution.parameters())),
                execution.parentRun().map(Object::toString).orElse(null),
                counts,
                ProgressView.of(counts));
    }
}
