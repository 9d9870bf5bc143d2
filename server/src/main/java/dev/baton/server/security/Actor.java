package dev.baton.server.security;

import java.util.UUID;

/**
 * Who is asking: the token that was shown, or that a session was opened with.
 *
 * @param token the id of the token, which stays when somebody else gets a token of the same name
 * @param name what the token is called
 * @param role what it is for
 * @param scope what a worker's token is bound to
 */
public record Actor(UUID token, String name, Role role, Scope scope) {

    /** Somebody whose token is bound to nothing. */
    public Actor(UUID token, String name, Role role) {
        this(token, name, role, Scope.ANY);
    }
}
