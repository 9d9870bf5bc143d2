package dev.baton.internal.journal;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.internal.execution.LiveExecution;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds executions: those that this node owns, and those that have ended. Safe from any thread. */
public interface Archive {

    /** Adds an execution that this node owns from now on. */
    void add(LiveExecution execution);

    /** Reports that an execution has ended. */
    void ended(LiveExecution execution);

    /** Reports that an ended execution was reopened. */
    void reopened(LiveExecution execution);

    /** The execution with this id; a copy if this node does not own it. */
    @Nullable LiveExecution find(UUID id);

    /** The execution with this id, if this node owns it. */
    @Nullable LiveExecution findActive(UUID id);

    /** An execution with as many of these runs as are read at a time; null if it is not kept. */
    default @Nullable Part findPart(UUID id, int from, int to) {
        LiveExecution found = find(id);
        return found == null ? null : new Part(found, to);
    }

    /**
     * An execution with some of its runs.
     *
     * @param execution the execution
     * @param next the number of the first run that was not read
     */
    record Part(LiveExecution execution, int next) {}

    /** An execution without its runs, read from one row; the full one is read when more is needed. */
    @Nullable LiveExecution findBriefly(UUID id);

    /** The status of an execution, read from one row; null if it is not kept. */
    @Nullable Glance look(UUID id);

    /**
     * The status of an execution and of one of its runs, which are read without the other runs; null if the execution is
     * not kept.
     */
    default @Nullable Glance look(UUID id, int step) {
        LiveExecution found = find(id);
        return found == null ? null : new Glance(found.status(), found.ended(), found.status(step));
    }

    /**
     * The status of an execution.
     *
     * @param status its status
     * @param ended when it ended, in microseconds; 0 before
     * @param run the status of the run that was asked for; null if it has no record, or if none was asked for
     */
    record Glance(
            ExecutionStatus status, long ended, @Nullable RunStatus run) {

        /** The status of an execution alone. */
        public Glance(ExecutionStatus status, long ended) {
            this(status, ended, null);
        }
    }

    /** The executions among these that have ended or are not kept any longer. */
    Collection<UUID> ended(Collection<UUID> ids);

    /** The executions that this node owns. */
    Collection<LiveExecution> active();

    /** The ended executions of a job or workflow, the newest first. */
    List<LiveExecution> past(String name);

    /** Removes executions that retention does not keep. */
    void prune(long now);
}
