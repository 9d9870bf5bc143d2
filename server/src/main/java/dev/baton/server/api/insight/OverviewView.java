package dev.baton.server.api.insight;

import dev.baton.server.http.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How everything is. */
@Doc("How everything is: what runs, what failed, what waits, what comes next.")
record OverviewView(
        @Doc("The server's time of this answer.") Instant now,
        @Doc("How many executions are active.") long running,

        @Doc("How many runs are ready and wait for a worker.")
        int waiting,

        @Doc("For how long the first of them has been ready.")
        Duration oldestWaiting,

        @Doc("How many hours back it looks.") int hours,
        @Doc("What has ended in these hours.") CountsView ended,

        @Doc("The next fire; missing when none is to come.") @Nullable NextView next,

        @Doc("What waits for a person, the oldest first; twenty at most.")
        List<ApprovalView> approvals,

        @Doc("The last executions that failed in the hours asked for; ten at most.")
        List<FailureView> failures,

        @Doc("Past and future, in bars of equal length.") ActivityView activity,
        @Doc("The workers.") WorkersView workers) {

    /** How executions ended. */
    @Doc("How executions ended.")
    record CountsView(
            @Doc("With success, also in part.") int success,

            @Doc("With a failure, or past their time limit.")
            int failure,

            @Doc("Cancelled.") int cancelled,

            @Doc("Skipped: nothing ran.") int skipped) {}

    /** The next fire. */
    @Doc("The next fire.")
    record NextView(
            @Doc("When.") Instant time,
            @Doc("The job or workflow.") String name) {}

    /** An execution that failed. */
    @Doc("An execution that failed, and the run it failed at.")
    record FailureView(
            @Doc("The execution.") String executionId,
            @Doc("The job or workflow.") String name,
            @Doc("When it ended.") Instant finished,

            @Doc("The run that failed; missing when the execution ran past its own time limit.") @Nullable String runId,

            @Doc("The step of that run.") @Nullable String step,

            @Doc("What it failed with, in a line.") @Nullable String reason) {}

    /** The ended executions and the next fires. */
    @Doc("What ended and what will fire, in bars of equal length.")
    record ActivityView(
            @Doc("When the first bar begins.") Instant from,
            @Doc("How long a bar is.") Duration step,

            @Doc("What ended, bar by bar; the last one holds now.")
            List<CountsView> past,

            @Doc("How many fires are to come, bar by bar; the first one holds now.")
            List<Integer> coming) {}

    /** The workers in short. */
    @Doc("The workers in short.")
    record WorkersView(
            @Doc("How many there are.") int count,
            @Doc("How many runs they can have at a time.") int capacity,
            @Doc("How many runs they have.") int running) {}
}
