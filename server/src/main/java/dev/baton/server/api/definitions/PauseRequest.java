package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import org.jspecify.annotations.Nullable;

/**
 * Why something is paused; nobody has to say.
 *
 * @param reason in words; null for none
 */
@Doc("Why it is paused.")
public record PauseRequest(
        @Doc("In words, for the audit log and for whoever wonders later.") @Nullable String reason) {

    private static final int LONGEST = 2_000;

    /** Refuses a reason that nobody reads. */
    public PauseRequest {
        if (reason != null && reason.length() > LONGEST) {
            throw new IllegalArgumentException("a reason has up to " + LONGEST + " characters");
        }
    }
}
