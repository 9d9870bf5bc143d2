package dev.baton.server.api.insight;

import dev.baton.server.http.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The overview of a server. */
@Doc("The overview of a server.")
record OverviewView(
        @Doc("The server's time at this answer.") Instant now,
        @Doc("The number of active executions.") long running,

        @Doc("The number of ready runs, which wait for a worker.")
        int waiting,

        @Doc("How long the first of them has waited.") Duration oldestWaiting,

        @Doc("The number of past hours that it covers.") int hours,

        @Doc("The executions that have ended in these hours.")
        CountsView ended,

        @Doc("The next fire; missing if there is none.") @Nullable NextView next,

        @Doc("Pending approvals, the oldest first; at most twenty.")
        List<ApprovalView> approvals,

        @Doc("The last executions that failed in these hours; at most ten.")
        List<FailureView> failures,

        @Doc("Past and future, in bars of equal length.") ActivityView activity,
        @Doc("The workers.") WorkersView workers) {

    /** The numbers of ended executions. */
    @Doc("The numbers of ended executions.")
    record CountsView(
            @Doc("Succeeded, fully or partially.") int success,

            @Doc("Failed, or exceeded the time limit.") int failure,

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

            @Doc("The run that failed; missing if the execution exceeded its time limit.") @Nullable String runId,

            @Doc("The step of that run.") @Nullable String step,

            @Doc("The error, in one line.") @Nullable String reason) {}

    /** The ended executions and the next fires. */
    @Doc("Ended executions and future fires, in bars of equal length.")
    record ActivityView(
            @Doc("When the first bar begins.") Instant from,
            @Doc("The length of a bar.") Duration step,

            @Doc("The ended executions of each bar; the last bar contains the current time.")
            List<CountsView> past,

            @Doc("The number of future fires of each bar; the first bar contains the current time.")
            List<Integer> coming) {}

    /** The workers in short. */
    @Doc("The workers in short.")
    record WorkersView(
            @Doc("The number.") int count,

            @Doc("How many runs they can execute at a time.")
            int capacity,

            @Doc("How many runs they execute now.") int running) {}
}
