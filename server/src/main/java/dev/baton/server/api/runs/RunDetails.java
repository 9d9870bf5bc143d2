package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The details of a run. */
@Doc("A run.")
record RunDetails(
        @Doc("Its id: the execution's id, a dot, and the number of the run.")
        String id,

        @Doc("The id of its execution.") String executionId,
        @Doc("The job's name, workflow/step for a step.") String job,
        @Doc("Its name in the execution.") String step,
        @Doc("Its status.") RunStatus status,
        @Doc("The reason for its status.") @Nullable String reason,

        @Doc("The current or last attempt, from 1; 0 before the first.")
        int attempt,

        @Doc("Its attempts, the oldest first, up to the current or last one. Of those before it, the newest 20.")
        List<AttemptView> attempts,

        @Doc("Why its execution started.") Trigger trigger,
        @Doc("The scheduled time of its execution.") Instant scheduledTime,

        @Doc("When the current or last attempt started.") @Nullable Instant started,

        @Doc("When it ended.") @Nullable Instant finished,

        @Doc("The earliest time at which it may start, if it waits for a time.") @Nullable Instant notBefore,

        @Doc("Its output.") @Nullable Object output,

        @Doc("The error of the last failed attempt.") @Nullable String error,

        @Doc("The exit code of the current or last attempt's process, if it had one.") @Nullable Integer exitCode,

        @Doc("The worker that has, or had, the current or last attempt.") @Nullable WorkerOfRun worker,

        @Doc("Its role in a fan-out.") @Nullable RunRole role,
        @Doc("The run that it belongs to.") @Nullable String parentRunId,

        @Doc("For an item of a fan-out, its index in the list, from 0.") @Nullable Integer index,

        @Doc("For an item of a fan-out, the item.") @Nullable Object item,

        @Doc("The progress that it reported.") @Nullable ProgressView progress,
        @Doc("The runs that belong to it.") @Nullable RunCounts children,

        @Doc("The part of its definition that configures it; missing if it is no longer defined.") @Nullable RunSetup setup) {

    /** The worker of a run. */
    @Doc("The worker that has, or had, a run.")
    record WorkerOfRun(
            @Doc("Its id.") String id,
            @Doc("Its name.") @Nullable String name,

            @Doc("Its host, if it is known.") @Nullable String host) {}
}
