package dev.baton.server.api.definitions;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.UUID;

/**
 * An execution that was started.
 *
 * @param id its id
 * @param name the job's or workflow's name
 * @param trigger its trigger
 * @param scheduledTime its scheduled time
 * @param status its status
 */
@Doc("An execution that was started.")
public record StartedView(
        @Doc("Its id.") UUID id,
        @Doc("The name of the job or workflow.") String name,
        @Doc("Why it was started.") Trigger trigger,
        @Doc("Its scheduled time.") Instant scheduledTime,
        @Doc("Its status.") ExecutionStatus status) {

    static StartedView of(Execution execution) {
        return new StartedView(
                execution.id(), execution.name(), execution.trigger(), execution.scheduledTime(), execution.status());
    }
}
