package dev.baton.server.http;

/** What an endpoint does. Called on a thread of the server, by several at once, and only for those who may. */
@FunctionalInterface
public interface Handler {

    /** Answers, or throws a {@link ProblemException} or anything that {@link Problems} knows. */
    Response handle(Request request) throws Exception;
}
