package dev.baton.server.resolve;

/** Who wrote a definition, and so how far it is trusted. */
public enum Origin {
    /** An administrator, in a file on this machine. */
    CONFIGURATION,
    /** Somebody over the network. */
    API
}
