package dev.baton.internal.execution;

import org.jspecify.annotations.Nullable;

/**
 * The error of an attempt, and its text. The text is read once, on the thread that caught the error: an exception is
 * user code too, and its {@code getMessage} may throw or block, which must not affect the engine.
 *
 * @param error the error itself
 * @param type the name of its class
 * @param message its message; null for none
 * @param text the error with its stack trace
 * @param retryable whether the job's policy retries it
 */
public record Failure(
        Throwable error, String type, @Nullable String message, String text, boolean retryable) {

    /** Reads an error; only where user code may be called. */
    public static Failure of(Throwable error, boolean retryable) {
        return new Failure(
                error, KeptError.typeOf(error), KeptError.messageOf(error), KeptError.describe(error), retryable);
    }

    /** One of the engine's own errors. */
    public static Failure of(Throwable error) {
        return of(error, true);
    }

    /** An error that was recorded. */
    public static Failure kept(String type, @Nullable String message, boolean retryable) {
        KeptError error = new KeptError(type, message);
        return new Failure(error, type, message, error.toString(), retryable);
    }

    /** The message, for people; the class only where there is no message, because nothing else says what failed. */
    public String words() {
        return message == null || message.isBlank()
                ? "it failed without a message (" + KeptError.simpleName(type) + ")"
                : message;
    }
}
