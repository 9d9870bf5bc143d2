package dev.baton.server.http;

/** The handler of an endpoint. The server calls it from several threads at once, after the access check. */
@FunctionalInterface
public interface Handler {

    /** Answers, or throws a {@link ProblemException} or anything that {@link Problems} knows. */
    Response handle(Request request) throws Exception;
}
