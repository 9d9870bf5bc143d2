package dev.baton.server.api.runs;

import dev.baton.ExecutionStatus;
import dev.baton.server.http.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a submission. */
@Doc("What came of a submission.")
record SubmissionView(
        @Doc("What the batch calls it.") @Nullable String ref,
        @Doc("The execution.") String executionId,

        @Doc("The run; missing for a workflow, which has several.") @Nullable String runId,

        @Doc("The name of the job or workflow.") String job,
        @Doc("Where the execution is.") ExecutionStatus status,

        @Doc("Whether it was made now; otherwise its key was known already.")
        boolean created) {

    /** The result of a batch. */
    @Doc("What came of a batch, in its order.")
    record BatchView(@Doc("The runs.") List<SubmissionView> runs) {}
}
