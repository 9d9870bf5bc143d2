package dev.baton.server.api.runs;

import dev.baton.server.http.Doc;
import org.jspecify.annotations.Nullable;

/** The answer of a person. */
@Doc("The answer to a run that waits for an approval.")
record ApproveRequest(
        @Doc("Whether it is approved.") boolean approved,

        @Doc("The reason, for the audit log and the log of the run.") @Nullable String comment) {}
