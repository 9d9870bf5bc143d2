package dev.baton.internal.view;

import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Reason;
import dev.baton.internal.execution.LiveExecution;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of one run in words, with its cause.
 *
 * @param cause the cause of the status
 * @param text the rest of a sentence that begins with the name of the run
 * @param since when the run came into this state; null if not known
 * @param until when the state ends by itself; null if not known
 * @param remedy what a user can do about it; empty if nothing is needed
 * @param lead where the explanation continues; null if it is complete
 */
record Story(
        Cause cause,
        String text,
        @Nullable Instant since,
        @Nullable Instant until,
        String remedy,
        @Nullable Lead lead) {

    static Story of(Cause cause, String text, String remedy) {
        return new Story(cause, text, null, null, remedy, null);
    }

    Story withLead(Lead newLead) {
        return new Story(cause, text, since, until, remedy, newLead);
    }

    Story since(@Nullable Instant newSince) {
        return new Story(cause, text, newSince, until, remedy, lead);
    }

    Story until(@Nullable Instant newUntil) {
        return new Story(cause, text, since, newUntil, remedy, lead);
    }

    /** This story as a link of a chain. */
    Reason about(LiveExecution execution, int step) {
        return new Reason(Places.run(execution, step), execution.status(step).toString(), cause, text, since);
    }

    /**
     * The rank among several stories, the lowest first: a state that needs a person, then an obstacle, then a state
     * that ends by itself.
     */
    int urgency() {
        return switch (cause) {
            case FAILURE_HOLD, HOLD, NO_WORKER -> 0;
            case APPROVAL -> 1;
            case OVERLAP, LIMIT, RATE, WORKERS_BUSY, OUTSIDE -> 2;
            case SUB_WORKFLOW, FANOUT, RETRY, WAIT, WINDOW -> 3;
            case RUNNING, STOPPING -> 4;
            default -> 5;
        };
    }
}
