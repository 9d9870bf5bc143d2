package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All about a run. */
@Doc("A run.")
record RunDetails(
        @Doc("Its id: the execution's, a dot, and its number in there.")
        String id,

        @Doc("The id of its execution.") String executionId,
        @Doc("The job's name, workflow/step for a step.") String job,
        @Doc("What it is called in its execution.") String step,
        @Doc("Where it is.") RunStatus status,
        @Doc("Why it is there, in words.") @Nullable String reason,

        @Doc("The current or last attempt, from 1; 0 before the first.")
        int attempt,

        @Doc("Its attempts, the oldest first, up to the current or last one. Of those before it, the newest 20.")
        List<AttemptView> attempts,

        @Doc("Why its execution started.") Trigger trigger,
        @Doc("What its execution was scheduled for.") Instant scheduledTime,

        @Doc("When the current or last attempt started.") @Nullable Instant started,

        @Doc("When it ended.") @Nullable Instant finished,

        @Doc("When it may start, if it waits for a time.") @Nullable Instant notBefore,

        @Doc("What it returned.") @Nullable Object output,

        @Doc("What the last failed attempt failed with.") @Nullable String error,

        @Doc("The exit code of the current or last attempt's process, if it had one.") @Nullable Integer exitCode,

        @Doc("The worker that has, or had, the current or last attempt.") @Nullable WorkerOfRun worker,

        @Doc("What it is to a fan-out.") @Nullable RunRole role,
        @Doc("The run that it belongs to.") @Nullable String parentRunId,

        @Doc("For an item of a fan-out, its place in the list, from 0.") @Nullable Integer index,

        @Doc("For an item of a fan-out, the item.") @Nullable Object item,

        @Doc("How far it said it is.") @Nullable ProgressView progress,
        @Doc("The runs that belong to it.") @Nullable RunCounts children,

        @Doc("What its definition gives it; missing when it is not defined any more.") @Nullable RunSetup setup) {

    /** The worker of a run. */
    @Doc("The worker that has, or had, a run.")
    record WorkerOfRun(
            @Doc("Its id.") String id,
            @Doc("What people call it.") @Nullable String name,

            @Doc("The host it runs on, if it says so.") @Nullable String host) {}
}
