package dev.baton.server.security;

import java.util.Locale;

/** The access level of an endpoint. */
public enum Access {
    /** Any client, without credentials. */
    PUBLIC,
    /** Every signed-in user; not workers. */
    VIEWER,
    /** Operators and admins. */
    OPERATOR,
    /** Admins. */
    ADMIN,
    /** Workers only: an admin token on a worker's host would be worth more to an attacker than the host. */
    WORKER;

    /** Whether a role has access. */
    public boolean allows(Role role) {
        return switch (this) {
            case PUBLIC -> true;
            case VIEWER -> role != Role.WORKER;
            case OPERATOR -> role == Role.OPERATOR || role == Role.ADMIN;
            case ADMIN -> role == Role.ADMIN;
            case WORKER -> role == Role.WORKER;
        };
    }

    /** The name in the OpenAPI document. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
