package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import org.jspecify.annotations.Nullable;

/**
 * Why something is paused; nobody has to say.
 *
 * @param reason in words
 */
@Doc("Why it is paused.")
public record PauseRequest(
        @Doc("In words, for those who find it paused, and for the audit log.") @Nullable String reason) {

    private static final int LONGEST = 1_000;

    /** Refuses what nobody would read. */
    public PauseRequest {
        if (reason != null && reason.length() > LONGEST) {
            throw new IllegalArgumentException("a reason has up to " + LONGEST + " characters");
        }
    }
}
