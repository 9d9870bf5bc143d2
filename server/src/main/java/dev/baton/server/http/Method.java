package dev.baton.server.http;

/** The methods that endpoints have. */
public enum Method {
    /** Reads. */
    GET,
    /** Creates something or performs an action. */
    POST,
    /** Creates or replaces. */
    PUT,
    /** Changes a part. */
    PATCH,
    /** Removes. */
    DELETE
}
