package dev.baton.server.security;

import java.util.UUID;

/**
 * The author of a request: the token in the request, or the token that opened the session.
 *
 * @param token the id of the token, which differs from that of a later token with the same name
 * @param name the name of the token
 * @param role the role of the token
 * @param scope the scope of a worker's token
 */
public record Actor(UUID token, String name, Role role, Scope scope) {

    /** An actor whose token has no scope. */
    public Actor(UUID token, String name, Role role) {
        this(token, name, role, Scope.ANY);
    }
}
