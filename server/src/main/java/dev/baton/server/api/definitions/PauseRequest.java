package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import org.jspecify.annotations.Nullable;

/**
 * The optional reason for a pause.
 *
 * @param reason the reason
 */
@Doc("The reason for a pause.")
public record PauseRequest(
        @Doc("The reason, shown with the pause and in the audit log.") @Nullable String reason) {

    private static final int LONGEST = 1_000;

    /** Limits the length of the reason. */
    public PauseRequest {
        if (reason != null && reason.length() > LONGEST) {
            throw new IllegalArgumentException("a reason has up to " + LONGEST + " characters");
        }
    }
}
