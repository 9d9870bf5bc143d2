package dev.baton.server.http;

/** The handler of an endpoint. The server calls it from several threads at once, after the access check. */
@FunctionalInterface
public interface Handler {

    /** Handles a request. It may throw a {@link ProblemException} or any exception that {@link Problems} maps. */
    Response handle(Request request) throws Exception;
}
