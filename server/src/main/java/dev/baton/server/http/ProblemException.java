package dev.baton.server.http;

import dev.baton.server.http.Problem.Mistake;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ends a request with a problem. */
public final class ProblemException extends RuntimeException {

    private final int status;
    private final transient List<Mistake> mistakes;
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    private ProblemException(int status, String detail, List<Mistake> mistakes) {
        super(detail);
        this.status = status;
        this.mistakes = mistakes;
    }

    /** A problem of any status. */
    public static ProblemException of(int status, String detail) {
        return new ProblemException(status, detail, List.of());
    }

    /** 400: the request is invalid. */
    public static ProblemException badRequest(String detail) {
        return of(400, detail);
    }

    /** 400 with the places of errors. */
    public static ProblemException badRequest(String detail, List<Mistake> mistakes) {
        return new ProblemException(400, detail, List.copyOf(mistakes));
    }

    /** 400 for one field of the body. */
    public static ProblemException badField(String pointer, String message) {
        return badRequest(body(pointer, message), List.of(Mistake.at(pointer, message)));
    }

    /** The text of an error in the body; an empty pointer means the whole body. */
    public static String body(String pointer, String message) {
        return (pointer.isEmpty() ? "body: " : "body, at " + pointer + ": ") + message;
    }

    /** 400 for a parameter. */
    public static ProblemException badParameter(String name, String message) {
        return badRequest("parameter " + name + ": " + message, List.of(Mistake.in("parameter " + name, message)));
    }

    /** 401: the client is not authenticated. */
    public static ProblemException unauthorized(String detail) {
        return of(401, detail).header("WWW-Authenticate", "Bearer realm=\"baton\"");
    }

    /** 403: the client's role does not allow the request. */
    public static ProblemException forbidden(String detail) {
        return of(403, detail);
    }

    /** 404: the resource does not exist. */
    public static ProblemException notFound(String detail) {
        return of(404, detail);
    }

    /** 409: the state of the resource does not allow the request. */
    public static ProblemException conflict(String detail) {
        return of(409, detail);
    }

    /** 413: the body is too large. */
    public static ProblemException tooLarge(long most) {
        return of(413, "the body is larger than " + most + " bytes, which is the limit of this server");
    }

    /** 422: the request is valid, but would cost too much. */
    public static ProblemException tooMuch(String detail) {
        return of(422, detail);
    }

    /** 429: too many requests. */
    public static ProblemException tooMany(String detail, Duration retryAfter) {
        return of(429, detail).retryAfter(retryAfter);
    }

    /** 503: the server is temporarily unable to answer. */
    public static ProblemException unavailable(String detail, Duration retryAfter) {
        return of(503, detail).retryAfter(retryAfter);
    }

    /** The same problem with a header in the answer. */
    public ProblemException header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    private ProblemException retryAfter(Duration wait) {
        return header(
                "Retry-After", Long.toString(Math.max(1, wait.plusMillis(999).toSeconds())));
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The message, with the remedy. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /** The single errors with their places. */
    public List<Mistake> mistakes() {
        return mistakes;
    }

    /** The headers of the answer. */
    public Map<String, String> headers() {
        return headers;
    }
}
