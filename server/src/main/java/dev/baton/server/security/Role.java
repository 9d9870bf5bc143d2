package dev.baton.server.security;

import java.util.Locale;

/** The role of a token. */
public enum Role {
    /** Sees everything, changes nothing. */
    VIEWER,
    /** Triggers, cancels, retries, pauses. */
    OPERATOR,
    /** Defines jobs and workflows, makes tokens. */
    ADMIN,
    /** Takes runs and reports on them, and can do nothing else. */
    WORKER;

    /** The name as in JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
