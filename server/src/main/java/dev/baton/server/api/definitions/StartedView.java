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
 * @param trigger why it was started
 * @param scheduledTime the time it is for
 * @param status where it is
 */
@Doc("An execution that was started.")
public record StartedView(
        @Doc("Its id.") UUID id,
        @Doc("The name of the job or workflow.") String name,
        @Doc("Why it was started.") Trigger trigger,
        @Doc("The time it is for.") Instant scheduledTime,
        @Doc("Where it is.") ExecutionStatus status) {

    static StartedView of(Execution execution) {
        return new StartedView(
                execution.id(), execution.name(), execution.trigger(), execution.scheduledTime(), execution.status());
    }
}
