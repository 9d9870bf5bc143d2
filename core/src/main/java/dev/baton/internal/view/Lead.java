package dev.baton.internal.view;

import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import java.util.UUID;

/**
 * The place where an explanation continues, if its cause lies outside the execution, whose turn sees only its own
 * state.
 */
public sealed interface Lead {

    /**
     * The cause lies in another execution.
     *
     * @param step the step of the run; {@link Permit#WHOLE} for the whole execution
     */
    record Outside(UUID execution, int step) implements Lead {}

    /** The cause lies in the nested execution that belongs to a run. */
    record Nested(RunId parent) implements Lead {}

    /** A run or execution waits at a gate for a permit. */
    record AtGate(Permit permit) implements Lead {}

    /** A run is ready and waits for a worker. */
    record Ready(LiveExecution execution, int step, RunPolicy.Demand demand) implements Lead {}
}
