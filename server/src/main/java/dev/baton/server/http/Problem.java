package dev.baton.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error in the format of RFC 9457.
 *
 * @param type the type of error
 * @param title the type of error in words
 * @param status the HTTP status
 * @param detail the message, with the remedy
 * @param instance the path of the request
 * @param errors the single errors with their places, if there are any
 */
@Doc("An error (RFC 9457).")
public record Problem(
        @Doc("The type of error.") String type,
        @Doc("The type of error in words.") String title,
        @Doc("The HTTP status.") int status,
        @Doc("The message, with the remedy.") String detail,
        @Doc("The path of the request.") @Nullable String instance,

        @Doc("The single errors with their places.") @Nullable List<Mistake> errors) {

    /** The media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /**
     * One error in a request.
     *
     * @param pointer its place in the body, as a JSON pointer; null if it is not in the body
     * @param place its place elsewhere, in words
     * @param message the message
     */
    @Doc("An error in a request.")
    public record Mistake(
            @Doc("Its place in the body, as a JSON pointer.") @Nullable String pointer,

            @Doc("Its place in words: a query parameter, a line of a file.") @Nullable String place,

            @Doc("The problem.") String message) {

        /** An error in the body. */
        public static Mistake at(String pointer, String message) {
            return new Mistake(pointer, null, message);
        }

        /** An error outside the body. */
        public static Mistake in(String place, String message) {
            return new Mistake(null, place, message);
        }
    }
}
