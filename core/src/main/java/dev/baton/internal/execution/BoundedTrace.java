package dev.baton.internal.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The stack trace of an error as text, bounded in frames, causes and characters, for the log that is kept with a run. An
 * exception is user code: whatever its methods throw or return, there is a text, and it is short.
 */
public final class BoundedTrace {

    private static final int MOST_FRAMES = 50;

    /** The frames of all errors but the root cause, which tells most and stands last. */
    private static final int MOST_OUTER_FRAMES = 30;

    private static final int MOST_ERRORS = 10;
    private static final int LONGEST_MESSAGE = 1_000;
    private static final int LONGEST = 8_000;

    private final StringBuilder text = new StringBuilder();
    private int framesLeft = MOST_FRAMES;

    private BoundedTrace() {}

    /** The trace of an error and its causes. Only where user code may be called. */
    public static String of(Throwable error) {
        BoundedTrace trace = new BoundedTrace();
        List<Throwable> errors = withCauses(error);
        StackTraceElement[] enclosing = {};
        for (int i = 0; i < errors.size(); i++) {
            boolean isRoot = i == errors.size() - 1;
            StackTraceElement[] frames = framesOf(errors.get(i));
            trace.text.append(i == 0 ? "" : "\nCaused by: ").append(headOf(errors.get(i)));
            trace.add(frames, enclosing, isRoot ? MOST_FRAMES : MOST_OUTER_FRAMES / (errors.size() - 1));
            enclosing = frames;
        }
        return cut(trace.text.toString(), LONGEST);
    }

    /** Adds frames, without those that the enclosing trace ends with as well. */
    private void add(StackTraceElement[] frames, StackTraceElement[] enclosing, int most) {
        int own = frames.length;
        for (int other = enclosing.length;
                own > 0 && other > 0 && frames[own - 1].equals(enclosing[other - 1]);
                own--) {
            other--;
        }
        int shown = Math.min(own, Math.min(most, framesLeft));
        framesLeft -= shown;
        for (int i = 0; i < shown; i++) {
            text.append("\n\tat ").append(frames[i]);
        }
        if (shown < frames.length) {
            text.append("\n\t... ").append(frames.length - shown).append(" more");
        }
    }

    @SuppressWarnings("ReferenceEquality") // equals of an error is user code
    private static List<Throwable> withCauses(Throwable error) {
        List<Throwable> errors = new ArrayList<>();
        try {
            Throwable next = error;
            while (next != null && errors.size() < MOST_ERRORS) {
                Throwable known = next;
                if (errors.stream().anyMatch(each -> each == known)) {
                    break;
                }
                errors.add(next);
                next = next.getCause();
            }
        } catch (Throwable unreadable) {
            // What is known so far is told.
        }
        return errors;
    }

    private static String headOf(Throwable error) {
        String message = KeptError.messageOf(error);
        String type = KeptError.typeOf(error);
        return message == null ? type : type + ": " + cut(message, LONGEST_MESSAGE);
    }

    private static StackTraceElement[] framesOf(Throwable error) {
        try {
            StackTraceElement[] frames = error.getStackTrace();
            return Arrays.stream(frames).allMatch(frame -> frame != null) ? frames : new StackTraceElement[0];
        } catch (Throwable unreadable) {
            return new StackTraceElement[0];
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
