package dev.baton.internal.execution;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** An error that was recorded and read back: it has the text of the original, but another class. */
@SuppressWarnings("OverrideThrowableToString") // it reads as the original did, class name included
final class KeptError extends RuntimeException {

    private static final int LONGEST = 16_000;

    private final String type;

    KeptError(String type, @Nullable String message) {
        super(message, null, false, false);
        this.type = type;
    }

    static String typeOf(Throwable error) {
        return error instanceof KeptError kept ? kept.type : error.getClass().getName();
    }

    /** The name of a class without its package and the classes around it; an anonymous class keeps the one around it. */
    static String simpleName(String type) {
        String name = type.substring(type.lastIndexOf('.') + 1);
        return name.replaceFirst("^.*\\$\\d*(?=\\D)", "");
    }

    /** The message of an error; a placeholder if the error's own code throws. */
    static @Nullable String messageOf(Throwable error) {
        try {
            return error.getMessage();
        } catch (Throwable e) {
            return "its error cannot be read: the message of the error fails itself";
        }
    }

    /** The error with its stack trace, in words, for people. */
    static String describe(Throwable error) {
        StringWriter text = new StringWriter();
        try {
            error.printStackTrace(new PrintWriter(text));
        } catch (Throwable e) {
            text.append(unreadable(error, e));
        }
        String all = text.toString();
        return all.length() <= LONGEST ? all : all.substring(0, LONGEST) + "…";
    }

    private static String unreadable(Throwable error, Throwable failure) {
        return error.getClass().getName() + ", which cannot be read ("
                + failure.getClass().getName() + ")";
    }

    @Override
    public String toString() {
        return getMessage() == null ? type : type + ": " + getMessage();
    }
}
