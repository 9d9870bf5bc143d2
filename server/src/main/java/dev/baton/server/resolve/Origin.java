package dev.baton.server.resolve;

/** The author of a definition, which decides how far the definition is trusted. */
public enum Origin {
    /** An administrator, in a file on this machine. */
    CONFIGURATION,
    /** A client of the API. */
    API
}
