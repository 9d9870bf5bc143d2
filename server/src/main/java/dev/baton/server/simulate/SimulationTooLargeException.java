package dev.baton.server.simulate;

import java.time.Duration;
import java.time.Instant;

/** More would happen than a simulation shows. */
public final class SimulationTooLargeException extends RuntimeException {

    private SimulationTooLargeException(String message) {
        super(message);
    }

    static SimulationTooLargeException runs(int most, Instant reached) {
        return new SimulationTooLargeException("a simulation shows " + most
                + " runs at most, and these were reached at " + reached + ": choose a shorter range, or fewer jobs.");
    }

    static SimulationTooLargeException events(Instant reached) {
        return new SimulationTooLargeException("too much happens: the simulation was given up at " + reached
                + ". Choose a shorter range, or fewer jobs.");
    }

    static SimulationTooLargeException range(Duration longest) {
        return new SimulationTooLargeException(
                "a simulation covers " + longest.toDays() + " days at most: choose a shorter range.");
    }
}
