package dev.baton.worker.kind;

import java.io.PrintWriter;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/** Reads the exceptions of handlers, whose methods are the user's code and may fail themselves. */
final class StackTrace {

    private static final int LONGEST = 64_000;

    private StackTrace() {}

    /** The stack trace, up to a length; the class alone if the exception cannot be read. */
    static String of(Throwable failure) {
        Text text = new Text();
        try {
            failure.printStackTrace(new PrintWriter(text));
        } catch (Throwable fullOrUnreadable) {
            // What was written so far is told.
        }
        return text.written.length() == 0 ? failure.getClass().getName() : text.written.toString();
    }

    /** The message; null if there is none, or none that can be read. */
    static @Nullable String messageOf(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (Throwable unreadable) {
            return null;
        }
    }

    /** Stops whoever writes when it is full: the causes of an exception may have no end. */
    private static final class Text extends Writer {

        private final StringBuilder written = new StringBuilder();

        @Override
        public void write(char[] characters, int from, int length) {
            written.append(characters, from, Math.min(length, LONGEST - written.length()));
            if (written.length() >= LONGEST) {
                throw new IllegalStateException("full");
            }
        }

        @Override
        public void flush() {
            // nothing is held back
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
