package dev.baton.spi;

import dev.baton.Job;
import dev.baton.Workflow;

/**
 * Reads the definitions that executions bring along. Such an execution needs no registered job or workflow: the node
 * that claims it reads the definition from the execution's row. Safe from any thread.
 */
@FunctionalInterface
public interface DefinitionReader {

    /**
     * Reads a definition.
     *
     * @param name the name of the job or workflow
     * @param text the text that was given with {@link HiddenParameters#define}
     * @throws RuntimeException if it cannot be read here; the runs of the execution then fail with its message
     */
    Defined read(String name, String text);

    /** A definition that was read: a job or a workflow. */
    sealed interface Defined {

        /** A job. */
        record OfJob(Job job) implements Defined {}

        /** A workflow. */
        record OfWorkflow(Workflow workflow) implements Defined {}
    }
}
