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

/** An execution over time, with what is still to come of it. */
@Doc("An execution over time, with what is probably still to come.")
record TimelineView(
        @Doc("Its id.") String id,
        @Doc("The name of the job or workflow.") String name,
        @Doc("Whether that is a workflow.") boolean workflow,
        @Doc("Where it is.") ExecutionStatus status,
        @Doc("Why it started.") Trigger trigger,
        @Doc("What it was scheduled for.") Instant scheduledTime,
        @Doc("When it was created.") Instant created,
        @Doc("When it began; missing before.") @Nullable Instant started,
        @Doc("When it ended; missing before.") @Nullable Instant finished,

        @Doc("The parameters it was given, with the defaults.")
        Map<String, Object> parameters,

        @Doc("The run that it belongs to.") @Nullable String parentRunId,
        @Doc("Its runs.") RunCounts runs,
        @Doc("The server's time of this answer.") Instant now,

        @Doc("How long it usually takes; missing when it never succeeded.") @Nullable Duration usual,

        @Doc("When it will probably end, if all succeeds and takes as long as usual; missing once it has ended.")
        @Nullable Instant expectedEnd,

        @Doc("Its runs, in topological order.") List<RowView> rows,
        @Doc("Whether there are more runs than are shown.") boolean truncated) {

    /** A run over time. */
    @Doc("A run over time.")
    record RowView(
            @Doc("Its id.") String runId,
            @Doc("What it is called in its execution.") String step,
            @Doc("The job's name.") String job,

            @Doc("The kind of what is executed; missing when it is not defined any more.") @Nullable String kind,

            @Doc("Where it is.") RunStatus status,
            @Doc("Why it is there, in words.") @Nullable String reason,

            @Doc("What a person is asked, while the run waits for one.") @Nullable String asks,

            @Doc("The current or last attempt, from 1; 0 before the first.")
            int attempt,

            @Doc("How many attempts its policy allows; missing when it is not known.") @Nullable Integer attemptsAllowed,

            @Doc("When all that it waited for had ended; missing before.") @Nullable Instant ready,

            @Doc("When it may start, if it waits for a time.") @Nullable Instant notBefore,

            @Doc("When the current or last attempt started.") @Nullable Instant started,

            @Doc("When it ended.") @Nullable Instant finished,
            @Doc("Its attempts, the oldest first.") List<AttemptView> attempts,

            @Doc("Whether the length of the execution hangs on it.")
            boolean critical,

            @Doc("How long it usually takes; missing when it never succeeded.") @Nullable Duration usual,

            @Doc("When it will probably start; missing when it has, or will not.") @Nullable Instant expectedStart,

            @Doc("When it will probably end; missing when it has, or will not.") @Nullable Instant expectedEnd,

            @Doc("How far it said it is.") @Nullable ProgressView progress,

            @Doc("The runs that belong to it: items of a fan-out, steps of a workflow. Missing beyond the first 200.")
            @Nullable RunCounts children,

            @Doc("The execution that these runs are in.") @Nullable String childrenExecutionId) {}
}
