package dev.baton.server.api.insight;

import dev.baton.server.http.Doc;
import java.time.Instant;

/** A run that waits for a person. */
@Doc("A run that waits for an approval.")
record ApprovalView(
        @Doc("The run, for POST /api/v1/runs/{id}/approve.") String runId,
        @Doc("Its execution.") String executionId,
        @Doc("The job or workflow.") String name,
        @Doc("The step with the approval.") String step,
        @Doc("The question.") String message,
        @Doc("When it started to wait.") Instant since) {}
