package dev.baton.spi;

/** This node was declared dead, because it gave no sign of life in time: what it was the home of is others' by now. */
public final class FencedException extends RuntimeException {

    /** Says which node. */
    public FencedException(String message) {
        super(message);
    }
}
