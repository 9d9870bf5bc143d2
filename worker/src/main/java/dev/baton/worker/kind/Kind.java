package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch.Result;

/**
 * A kind of work. Implementations must be safe from any thread: one object serves all runs of its kind.
 *
 * <pre>{@code
 * Kind dryRun = new Kind() {
 *     @Override
 *     public String name() {
 *         return "shell";
 *     }
 *
 *     @Override
 *     public Result run(Assignment assignment, RunIo io) {
 *         io.say("would run " + assignment.run().job());
 *         return new Result(Outcome.SKIPPED, null, "a dry run", null);
 *     }
 * };
 * }</pre>
 */
public interface Kind {

    /** The name of the kind, as in commands. */
    String name();

    /**
     * Does the work on the calling thread. A failure of the work is a result, not an exception.
     *
     * @throws InterruptedException when an interrupt told the work to stop; by then all of it has stopped
     */
    Result run(Assignment assignment, RunIo io) throws InterruptedException;

    /**
     * Takes up work that an earlier process of this worker began.
     *
     * @throws InterruptedException when an interrupt told the work to stop; by then all of it has stopped
     */
    default Result resume(LeftBehind work, RunIo io) throws InterruptedException {
        throw new IllegalStateException("work of the kind " + name() + " does not outlive its process");
    }
}
