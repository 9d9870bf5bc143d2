package dev.baton.server.security;

import java.util.Locale;

/** The role of a token. */
public enum Role {
    /** May read everything and change nothing. */
    VIEWER,
    /** May trigger, cancel, retry and pause. */
    OPERATOR,
    /** May define jobs and workflows, and create tokens. */
    ADMIN,
    /** May claim runs and report on them, and nothing else. */
    WORKER;

    /** The name in JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
