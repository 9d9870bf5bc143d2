package dev.baton.spi;

import dev.baton.Job;
import dev.baton.Workflow;

/**
 * Reads the definitions that executions bring along. Such an execution needs nothing that is registered: whichever node
 * claims it reads its definition from its row. Safe from any thread.
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

    /** What was read. */
    sealed interface Defined {

        /** A job. */
        record OfJob(Job job) implements Defined {}

        /** A workflow. */
        record OfWorkflow(Workflow workflow) implements Defined {}
    }
}
