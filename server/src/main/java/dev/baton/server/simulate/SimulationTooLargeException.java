package dev.baton.server.simulate;

import java.time.Duration;
import java.time.Instant;

/** Thrown if a simulation would cost too much. The message names the limit and the remedy. */
public final class SimulationTooLargeException extends RuntimeException {

    private static final String CHOOSE = "Choose a shorter range, or name fewer jobs and workflows in \"only\".";

    private SimulationTooLargeException(String message) {
        super(message);
    }

    static SimulationTooLargeException definitions(int most, int actual) {
        return new SimulationTooLargeException("a simulation on this server takes " + most
                + " jobs and workflows at most, not " + actual + ". Name fewer of them in \"only\", or run \"baton"
                + " simulate\" where there is more memory.");
    }

    static SimulationTooLargeException steps(int most, long actual) {
        return new SimulationTooLargeException("a simulation on this server takes workflows with " + most
                + " steps together at most, not " + actual + ". Name fewer of them in \"only\", or run \"baton"
                + " simulate\" where there is more memory.");
    }

    static SimulationTooLargeException executions(int most, Instant reached) {
        return new SimulationTooLargeException("a simulation on this server shows " + most
                + " executions at most, and these were reached at " + reached + ". " + CHOOSE);
    }

    static SimulationTooLargeException runs(int most, Instant reached) {
        return new SimulationTooLargeException("a simulation on this server shows " + most
                + " runs at most, and these were reached at " + reached + ". " + CHOOSE);
    }

    static SimulationTooLargeException events(Instant reached) {
        return new SimulationTooLargeException(
                "too much happens: the simulation was given up at " + reached + ". " + CHOOSE);
    }

    static SimulationTooLargeException time(Duration longest, Instant reached) {
        return new SimulationTooLargeException("a simulation on this server may take " + longest.toSeconds()
                + " s, in which this one came to " + reached + ". " + CHOOSE);
    }
}
