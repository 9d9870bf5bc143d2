package dev.baton.server.security;

import java.util.Locale;

/** The access level of an endpoint. */
public enum Access {
    /** Anybody, without credentials. */
    PUBLIC,
    /** Everybody who is signed in, workers aside. */
    VIEWER,
    /** Operators and admins. */
    OPERATOR,
    /** Admins. */
    ADMIN,
    /** Workers alone: an admin's token on a worker's host would be worth more than the host. */
    WORKER;

    /** Whether somebody in this role may. */
    public boolean allows(Role role) {
        return switch (this) {
            case PUBLIC -> true;
            case VIEWER -> role != Role.WORKER;
            case OPERATOR -> role == Role.OPERATOR || role == Role.ADMIN;
            case ADMIN -> role == Role.ADMIN;
            case WORKER -> role == Role.WORKER;
        };
    }

    /** The name as in the OpenAPI document. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
