package dev.baton.server.http;

/** The effect of a request: whether it changes anything. */
public enum Effect {
    /** Nothing: it only reads, whatever its method. */
    NONE,
    /** A change that is no decision of a person, such as a heartbeat: it needs the CSRF check and leaves no audit row. */
    UNAUDITED,
    /** A change, and a row in the audit log, also when it failed. */
    AUDITED
}
