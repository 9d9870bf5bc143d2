package dev.baton.server.security;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A token as it is stored: everything but its secret.
 *
 * @param id its id
 * @param name what it is called; names need not differ
 * @param role what it is for
 * @param prefix how its secret begins
 * @param created when it was made
 * @param expires when it stops working, null for never
 * @param lastUsed when it was used last, to the minute, null for never
 * @param revoked when it was revoked, null when it was not
 * @param scope what a worker's is bound to
 */
public record Token(
        UUID id,
        String name,
        Role role,
        String prefix,
        Instant created,
        @Nullable Instant expires,
        @Nullable Instant lastUsed,
        @Nullable Instant revoked,
        Scope scope) {

    /** Whether it opens anything at this time. */
    public boolean isValid(Instant now) {
        return revoked == null && (expires == null || now.isBefore(expires));
    }

    /** The identity of a client that presents the token. */
    public Actor actor() {
        return new Actor(id, name, role, scope);
    }
}
