package dev.baton.internal.run;

import dev.baton.Execution;
import dev.baton.Submission;
import java.util.Optional;
import java.util.function.Consumer;

/** Executions that belong to a run of another. Safe from any thread. */
public interface Nesting {

    /**
     * Starts the execution of a run, unless there is one.
     *
     * @param ended told when it has ended
     */
    Execution start(Attempt parent, Submission submission, Consumer<Execution> ended);

    /** Goes on with the execution that was started for a run before; nothing when there is none. */
    Optional<Execution> resume(Attempt parent, Consumer<Execution> ended);
}
