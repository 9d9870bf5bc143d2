package dev.baton.internal.journal;

import dev.baton.ExecutionStatus;
import dev.baton.internal.execution.LiveExecution;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where executions are found again: those that are advanced here, and those that have ended. Safe from any thread. */
public interface Archive {

    /** This one is advanced here from now on. */
    void add(LiveExecution execution);

    /** It has ended. */
    void ended(LiveExecution execution);

    /** It goes on after its end. */
    void reopened(LiveExecution execution);

    /** An execution by its id; one that is not advanced here is a copy. */
    @Nullable LiveExecution find(UUID id);

    /** An execution without its runs, at the cost of one row: to be found in full when more is asked for. */
    @Nullable LiveExecution findBriefly(UUID id);

    /** Where an execution is, at the cost of one row; null when it is not kept. */
    @Nullable Glance look(UUID id);

    /**
     * Where an execution is.
     *
     * @param status its status
     * @param ended when it ended, in microseconds; 0 before
     */
    record Glance(ExecutionStatus status, long ended) {}

    /** Those that are advanced here. */
    Collection<LiveExecution> active();

    /** The ended executions of a job or workflow, the newest first. */
    List<LiveExecution> past(String name);

    /** Forgets what retention does not keep. */
    void prune(long now);
}
