package dev.baton.server.expression;

/** An expression that cannot be used; the message says what is wrong and where, and shows the place. */
public final class BadExpressionException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    BadExpressionException(String message, int line, int column, Throwable cause) {
        super(message, cause);
        this.line = line;
        this.column = column;
    }

    /** The line in the expression, from 1. */
    public int line() {
        return line;
    }

    /** The column in that line, from 1. */
    public int column() {
        return column;
    }
}
