package dev.baton.internal.view;

import dev.baton.Explanation.Place;
import dev.baton.Fanout;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.internal.definition.FanoutDefinition;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;

/** The names of runs and executions in explanations. */
public final class Places {

    private Places() {}

    /** The place of a run. */
    public static Place run(LiveExecution execution, int step) {
        return new Place(
                name(execution, step), execution.node(step).job().name(), execution.id(), execution.runId(step));
    }

    /** The place of a run, or of the whole execution for {@link Permit#WHOLE}. */
    public static Place of(LiveExecution execution, int step) {
        return step == Permit.WHOLE ? execution(execution) : run(execution, step);
    }

    /** The place of an execution as a whole. */
    public static Place execution(LiveExecution execution) {
        String name = execution.definition().name();
        return new Place("execution " + execution.id() + " of " + name, name, execution.id(), null);
    }

    /** The name of a step in a sentence. */
    static String name(LiveExecution execution, int step) {
        String name = execution.plan().name(step);
        if (execution.node(step) instanceof ExternalNode) {
            return name.replace(':', ' ');
        }
        if (execution.definition() instanceof FanoutDefinition) {
            return name.equals(Fanout.REDUCER) ? "the reducer" : "item " + name;
        }
        return name;
    }
}
