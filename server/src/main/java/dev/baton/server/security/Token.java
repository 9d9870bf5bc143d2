package dev.baton.server.security;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored token, without its secret.
 *
 * @param id its id
 * @param name its name; names need not be unique
 * @param role its role
 * @param prefix the beginning of its secret
 * @param created when it was created
 * @param expires when it expires; null for never
 * @param lastUsed when it was last used, to the minute; null for never
 * @param revoked when it was revoked; null if it was not
 * @param scope the scope of a worker's token
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

    /** Whether the token is valid at this time. */
    public boolean isValid(Instant now) {
        return revoked == null && (expires == null || now.isBefore(expires));
    }

    /** The identity of a client that presents the token. */
    public Actor actor() {
        return new Actor(id, name, role, scope);
    }
}
