package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.server.http.Doc;

/** A request to mark a run. */
@Doc("A request to end a run manually.")
record MarkRequest(
        @Doc("The status to set.") End status,

        @Doc("The reason, for the audit log and the log of the run.")
        String reason) {

    /** The statuses that a run can be marked with. */
    enum End {
        /** The run counts as successful. */
        SUCCESS,
        /** The run counts as skipped. */
        SKIPPED;

        RunStatus status() {
            return this == SUCCESS ? RunStatus.SUCCESS : RunStatus.SKIPPED;
        }
    }
}
