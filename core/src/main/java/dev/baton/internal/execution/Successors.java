package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.definition.Parameters;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.definition.Successor;
import dev.baton.internal.definition.WorkflowDefinition;
import dev.baton.internal.time.Ids;
import org.jspecify.annotations.Nullable;

/** Starts what a workflow wants to be started after its executions, in the change that records their end. */
final class Successors {

    private Successors() {}

    /**
     * An execution that is created with the end of another.
     *
     * @param start the execution
     * @param parameters its parameters in the form that is kept; null where everything is in memory
     */
    record Started(Start start, @Nullable String parameters) {}

    /** The execution that ends has a successor, perhaps. Within its turn. */
    static void start(Turn turn, ExecutionStatus end) {
        LiveExecution execution = turn.execution();
        if (!(execution.definition() instanceof WorkflowDefinition workflow)) {
            return;
        }
        Successor successor = workflow.successor(end);
        if (successor == null) {
            return;
        }
        // A job that is not registered is started as well: on a store its execution waits for a node that knows the
        // job.
        Registry.Binding binding =
                turn.around().registry().bind(successor.call().job());
        String key = Keys.after(execution.id(), end, turn.now(), workflow.name());
        StartCause cause = new StartCause(
                Trigger.DEPENDENCY,
                turn.now(),
                turn.now(),
                0,
                Parameters.of(binding.plan().policy(), successor.call().inputs(), key),
                key);
        Start start =
                new Start(new Ids(turn.around().time()).next(), binding.definition(), binding.plan(), cause, null);
        turn.create(new Started(start, successor.kept()));
    }
}
