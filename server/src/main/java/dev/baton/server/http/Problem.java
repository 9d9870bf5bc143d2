package dev.baton.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error, as RFC 9457 has it.
 *
 * @param type names the kind of error
 * @param title the kind of error in words
 * @param status the HTTP status
 * @param detail what was wrong this time, and what to do about it
 * @param instance the path that was asked for
 * @param errors each mistake with its place, when there are places to name
 */
@Doc("An error (RFC 9457).")
public record Problem(
        @Doc("Names the kind of error.") String type,
        @Doc("The kind of error in words.") String title,
        @Doc("The HTTP status.") int status,
        @Doc("What was wrong, and what to do about it.") String detail,
        @Doc("The path that was asked for.") @Nullable String instance,
        @Doc("Each mistake with its place.") @Nullable List<Mistake> errors) {

    /** The media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /**
     * One mistake in a request.
     *
     * @param pointer where in the body, as a JSON pointer; null when it is not in the body
     * @param place where else, in words
     * @param message what is wrong
     */
    @Doc("A mistake in a request.")
    public record Mistake(
            @Doc("Where in the body, as a JSON pointer.") @Nullable String pointer,

            @Doc("Where, in words: a query parameter, a line of a file.") @Nullable String place,

            @Doc("What is wrong.") String message) {

        /** A mistake in the body. */
        public static Mistake at(String pointer, String message) {
            return new Mistake(pointer, null, message);
        }

        /** A mistake elsewhere. */
        public static Mistake in(String place, String message) {
            return new Mistake(null, place, message);
        }
    }
}
