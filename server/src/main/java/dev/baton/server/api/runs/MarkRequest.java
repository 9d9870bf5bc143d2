package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.server.http.Doc;

/** How to end a run by hand. */
@Doc("How to end a run by hand.")
record MarkRequest(
        @Doc("As what to mark it.") End status,

        @Doc("Why, for the audit log and the log of the run.")
        String reason) {

    /** The statuses that a run can be marked with. */
    enum End {
        /** As if its body had returned. */
        SUCCESS,
        /** As if it had had nothing to do. */
        SKIPPED;

        RunStatus status() {
            return this == SUCCESS ? RunStatus.SUCCESS : RunStatus.SKIPPED;
        }
    }
}
