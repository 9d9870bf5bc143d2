package dev.baton.internal.run;

import dev.baton.Execution;
import dev.baton.Submission;
import dev.baton.internal.execution.LiveExecution;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts executions that belong to runs of other executions. Safe from any thread. */
public interface Nesting {

    /**
     * Starts the execution of a run, unless there is one.
     *
     * @param ended called when the execution has ended
     */
    Execution start(Attempt parent, Submission submission, Consumer<Execution> ended);

    /** Resumes the execution that was started for a run before; empty if there is none. */
    Optional<Execution> resume(Attempt parent, Consumer<Execution> ended);

    /** Whether an execution belongs to a run of this node that was told to stop. */
    boolean isStopping(LiveExecution nested);
}
