package dev.baton.server.http;

/** The methods that endpoints have. */
public enum Method {
    /** Reads. */
    GET,
    /** Makes, or does something. */
    POST,
    /** Makes or replaces. */
    PUT,
    /** Changes in part. */
    PATCH,
    /** Removes. */
    DELETE
}
