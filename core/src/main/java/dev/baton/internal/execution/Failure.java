package dev.baton.internal.execution;

import org.jspecify.annotations.Nullable;

/**
 * What an attempt failed with, and what it says. The words are read once, by the thread that saw the error: an exception
 * is the user's code as well, and what its {@code getMessage} throws or waits for must not reach the engine.
 *
 * @param error the error itself
 * @param type the name of its class
 * @param message its message; null for none
 * @param text the error with its stack trace
 * @param retryable whether the job's policy would try again for it
 */
public record Failure(
        Throwable error, String type, @Nullable String message, String text, boolean retryable) {

    /** Reads an error; only where the user's code may be called. */
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

    /** The message, for people. The name of a class is for programmers, who find it in the error itself. */
    public String words() {
        return message == null ? "it failed without a message" : message;
    }
}
