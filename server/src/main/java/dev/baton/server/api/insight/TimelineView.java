package dev.baton.server.api.insight;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.server.api.runs.AttemptView;
import dev.baton.server.api.runs.ProgressView;
import dev.baton.server.api.runs.RunCounts;
import dev.baton.server.http.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The timeline of an execution, with a forecast. */
@Doc("The timeline of an execution, with a forecast.")
record TimelineView(
        @Doc("Its id.") String id,
        @Doc("The name of the job or workflow.") String name,
        @Doc("Whether that is a workflow.") boolean workflow,
        @Doc("Its status.") ExecutionStatus status,
        @Doc("Why it started.") Trigger trigger,
        @Doc("Its scheduled time.") Instant scheduledTime,
        @Doc("When it was created.") Instant created,
        @Doc("When it began; missing before.") @Nullable Instant started,
        @Doc("When it ended; missing before.") @Nullable Instant finished,

        @Doc("Its parameters, including defaults.") Map<String, Object> parameters,

        @Doc("The run that it belongs to.") @Nullable String parentRunId,
        @Doc("Its runs.") RunCounts runs,
        @Doc("The server's time at this answer.") Instant now,

        @Doc("Its usual duration; missing if it has never succeeded.") @Nullable Duration usual,

        @Doc("When it will probably end, if all runs succeed and take their usual time; missing once it has ended.")
        @Nullable Instant expectedEnd,

        @Doc("Its runs, in topological order.") List<RowView> rows,
        @Doc("Whether there are more runs than are shown.") boolean truncated) {

    /** The timeline of a run. */
    @Doc("The timeline of a run.")
    record RowView(
            @Doc("Its id.") String runId,
            @Doc("Its name in the execution.") String step,
            @Doc("The job's name.") String job,

            @Doc("The kind of work; missing if the job is no longer defined.") @Nullable String kind,

            @Doc("Its status.") RunStatus status,
            @Doc("The reason for its status.") @Nullable String reason,

            @Doc("The question, while the run waits for an approval.") @Nullable String asks,

            @Doc("The current or last attempt, from 1; 0 before the first.")
            int attempt,

            @Doc("How many attempts its policy allows; missing if that is not known.") @Nullable Integer attemptsAllowed,

            @Doc("When its last parent ended; missing before.") @Nullable Instant ready,

            @Doc("The earliest time at which it may start, if it waits for a time.") @Nullable Instant notBefore,

            @Doc("When the current or last attempt started.") @Nullable Instant started,

            @Doc("When it ended.") @Nullable Instant finished,
            @Doc("Its attempts, the oldest first.") List<AttemptView> attempts,

            @Doc("Whether it is on the critical path.") boolean critical,

            @Doc("Its usual duration; missing if it has never succeeded.") @Nullable Duration usual,

            @Doc("When it will probably start; missing if it has started or will not.") @Nullable Instant expectedStart,

            @Doc("When it will probably end; missing if it has ended or will not.") @Nullable Instant expectedEnd,

            @Doc("The progress that it reported.") @Nullable ProgressView progress,

            @Doc("The runs that belong to it: items of a fan-out, steps of a workflow. Missing beyond the first 200.")
            @Nullable RunCounts children,

            @Doc("The execution of these runs.") @Nullable String childrenExecutionId) {}
}
