package dev.baton;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The ways to find executions from a program, and to wait for them. Safe from any thread.
 *
 * <pre>{@code
 * Execution newest = baton.pastExecutions("report").get(0);
 * }</pre>
 */
public sealed interface Finds permits Baton {

    /**
     * The execution with this id.
     *
     * @throws dev.baton.error.NoSuchExecutionException when no execution has this id, or retention has removed it
     */
    Execution execution(UUID id);

    /** The executions that have not ended, the oldest first. */
    List<Execution> activeExecutions();

    /** The ended executions of a job or workflow that are kept, the newest first. */
    List<Execution> pastExecutions(String name);

    /**
     * Waits until the executions of a job or workflow that are active now have ended.
     *
     * @return the newest of them; when none was active, the newest that is kept, if there is one
     * @throws dev.baton.error.NoSuchJobException when there is no job or workflow of that name
     * @throws dev.baton.error.StillRunningException when they have not ended in that time; they go on
     */
    Optional<Execution> awaitJob(String name, Duration atMost) throws InterruptedException;

    /** Whether a body of this job, or of a step of this workflow, runs at this moment. */
    boolean isRunning(String name);
}
