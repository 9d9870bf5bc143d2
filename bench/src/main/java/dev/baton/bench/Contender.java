package dev.baton.bench;

/** One side of a measurement. */
@FunctionalInterface
public interface Contender {

    /** Does the work once, and answers what it came to in the measurement's unit. */
    double round() throws Exception;
}
