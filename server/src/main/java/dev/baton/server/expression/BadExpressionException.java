package dev.baton.server.expression;

/** Thrown for an invalid expression; the message names the problem and shows its place. */
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
