package dev.baton.internal.view;

import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import java.util.UUID;

/** Where an explanation goes on: what an execution's own turn cannot see. */
public sealed interface Lead {

    /**
     * In another execution.
     *
     * @param step which of its runs; {@link Permit#WHOLE} for the execution
     */
    record Outside(UUID execution, int step) implements Lead {}

    /** In the execution that belongs to a run. */
    record Nested(RunId parent) implements Lead {}

    /** At a gate, where it waits for a permit. */
    record AtGate(Permit permit) implements Lead {}

    /** Among the runs that are ready. */
    record Ready(LiveExecution execution, int step, RunPolicy.Demand demand) implements Lead {}
}
