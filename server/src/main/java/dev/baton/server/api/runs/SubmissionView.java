package dev.baton.server.api.runs;

import dev.baton.ExecutionStatus;
import dev.baton.server.http.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a submission. */
@Doc("The result of a submission.")
record SubmissionView(
        @Doc("Its ref in the batch.") @Nullable String ref,
        @Doc("The execution.") String executionId,

        @Doc("The run; missing for a workflow, which has several.") @Nullable String runId,

        @Doc("The name of the job or workflow.") String job,
        @Doc("The status of the execution.") ExecutionStatus status,

        @Doc("Whether it is new; false if its key was known.")
        boolean created) {

    /** The result of a batch. */
    @Doc("The results of a batch, in its order.")
    record BatchView(@Doc("The runs.") List<SubmissionView> runs) {}
}
