package dev.baton.server.http;

/** The effect of a request: whether it changes anything. */
public enum Effect {
    /** The request only reads, whatever its method. */
    NONE,
    /** A change without a person's decision, such as a heartbeat: the CSRF check applies, but there is no audit row. */
    UNAUDITED,
    /** A change with a row in the audit log, even if it failed. */
    AUDITED
}
