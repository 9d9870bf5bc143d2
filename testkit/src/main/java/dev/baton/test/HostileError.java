package dev.baton.test;

import java.util.UUID;

/** An exception whose own methods are hostile code. */
@SuppressWarnings({"serial", "EqualsHashCode"})
final class HostileError extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The method that is hostile. */
    enum Part {
        MESSAGE,
        TO_STRING,
        CAUSE,
        STACK_TRACE,
        IDENTITY
    }

    private final transient Strike strike;
    private final Part part;
    private final UUID execution;

    HostileError(Strike strike, Part part, UUID execution) {
        super("thrown by a hostile body", null);
        this.strike = strike;
        this.part = part;
        this.execution = execution;
    }

    private void asked(Part asked) {
        if (asked == part) {
            strike.now(execution);
        }
    }

    @Override
    public String getMessage() {
        asked(Part.MESSAGE);
        return "thrown by a hostile body";
    }

    @Override
    public String toString() {
        asked(Part.TO_STRING);
        return "HostileError";
    }

    @Override
    public synchronized Throwable getCause() {
        asked(Part.CAUSE);
        return new IllegalStateException("the cause");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
        asked(Part.STACK_TRACE);
        return new StackTraceElement[0];
    }

    @Override
    public boolean equals(Object other) {
        asked(Part.IDENTITY);
        return this == other;
    }

    @Override
    public int hashCode() {
        asked(Part.IDENTITY);
        return 1;
    }
}
