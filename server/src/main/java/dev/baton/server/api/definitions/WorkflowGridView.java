package dev.baton.server.api.definitions;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest executions of a workflow, by step. */
@Doc("The newest executions of a workflow, by step.")
record WorkflowGridView(
        @Doc("The current steps of the workflow, in its order.")
        List<String> steps,

        @Doc("Its executions, the newest first.") List<Row> executions) {

    /** An execution. */
    @Doc("An execution in a grid.")
    record Row(
            @Doc("Its id.") String id,
            @Doc("Its status.") ExecutionStatus status,
            @Doc("Why it started.") Trigger trigger,
            @Doc("Its scheduled time.") Instant scheduledTime,
            @Doc("When it began.") @Nullable Instant started,
            @Doc("When it ended.") @Nullable Instant finished,

            @Doc("Its steps in order, without those that have not begun.")
            List<Cell> steps) {}

    /** A step of an execution. */
    @Doc("A step of an execution in a grid.")
    record Cell(
            @Doc("The name of the step; for a step that a run added, the name of its job.")
            String step,

            @Doc("The id of its run.") String runId,
            @Doc("Its status.") RunStatus status,

            @Doc("The current or last attempt, from 1; 0 before the first.")
            int attempt,

            @Doc("When the current or last attempt started.") @Nullable Instant started,

            @Doc("How long the last attempt took, once it has ended.") @Nullable Duration duration) {}
}
