package dev.baton.internal.view;

import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Reason;
import dev.baton.internal.execution.LiveExecution;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where one run is, and why.
 *
 * @param cause why it is there
 * @param text what it does, for a sentence that begins with its name
 * @param since since when, where that is known
 * @param until when it is over by itself, where that is known
 * @param remedy what would move it; empty when nothing needs to
 * @param lead where to look for more; null when there is no more
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

    /** As a link of a chain. */
    Reason about(LiveExecution execution, int step) {
        return new Reason(Places.run(execution, step), execution.status(step).toString(), cause, text, since);
    }

    /** Which of several is told first: what needs a person, then what is in the way, then what gets on by itself. */
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
