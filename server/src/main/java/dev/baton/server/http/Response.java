package dev.baton.server.http;

import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The response of a handler.
 *
 * @param status the HTTP status
 * @param headers headers besides those of every response
 * @param content the body
 */
public record Response(int status, Map<String, String> headers, Content content) {

    /** The forms of a response body. */
    public sealed interface Content {

        /** Nothing. */
        record None() implements Content {}

        /** A value, as JSON. */
        record Value(Object value) implements Content {}

        /** Text of any media type, including pages. */
        record Text(String mediaType, String text) implements Content {}

        /** Bytes that are read while they are sent; the stream is closed afterwards. */
        record Bytes(String mediaType, InputStream bytes) implements Content {}

        /** An event stream. The consumer gets the stream, subscribes it, and returns. */
        record Events(Consumer<EventStream> subscriber) implements Content {}

        /** A response that comes later, without a waiting thread. */
        record Later(CompletionStage<Response> response) implements Content {}
    }

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int NO_CONTENT = 204;
    private static final int FOUND = 302;

    private static Response of(int status, Content content) {
        return new Response(status, Map.of(), content);
    }

    /** 200 with a value. */
    public static Response json(Object value) {
        return of(OK, new Content.Value(value));
    }

    /** 201 with a value, and its address. */
    public static Response created(Object value, String location) {
        return of(CREATED, new Content.Value(value)).header("Location", location);
    }

    /** 202 with a value: the request was accepted, but is not complete. */
    public static Response accepted(Object value) {
        return of(ACCEPTED, new Content.Value(value));
    }

    /** 204. */
    public static Response noContent() {
        return of(NO_CONTENT, new Content.None());
    }

    /** 302: a redirect. */
    public static Response elsewhere(String location) {
        return of(FOUND, new Content.None()).header("Location", location);
    }

    /** 200 with plain text. */
    public static Response text(String text) {
        return of(OK, new Content.Text("text/plain; charset=utf-8", text));
    }

    /** 200 with text of another type. */
    public static Response text(String mediaType, String text) {
        return of(OK, new Content.Text(mediaType, text));
    }

    /** 200 with a page. */
    public static Response page(String html) {
        return of(OK, new Content.Text("text/html; charset=utf-8", html));
    }

    /** 200 with bytes. */
    public static Response bytes(String mediaType, InputStream bytes) {
        return of(OK, new Content.Bytes(mediaType, bytes));
    }

    /** 200 with server-sent events. */
    public static Response stream(Consumer<EventStream> subscriber) {
        return of(OK, new Content.Events(subscriber));
    }

    /** A response that comes later. */
    public static Response later(CompletionStage<Response> response) {
        return of(OK, new Content.Later(response));
    }

    /** The same response with a header. */
    public Response header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, Map.copyOf(more), content);
    }

    /** The same response with another status. */
    public Response status(int other) {
        return new Response(other, headers, content);
    }

    /** Whether it can be sent immediately and as a whole. */
    boolean isImmediate() {
        return !(content instanceof Content.Later) && !(content instanceof Content.Events);
    }
}
