package dev.baton.internal.execution;

/**
 * An attempt whose record the store refuses, and would refuse again: its output has a character that the database
 * lacks, for instance. Calling the body again would change nothing, so the attempt counts, as a failure.
 *
 * @param number the number of the attempt
 * @param started when it started, in microseconds
 * @param failure why it was not recorded
 */
public record RefusedAttempt(int number, long started, Failure failure) {}
