package dev.baton;

/** The work of a job that has no result. Called once per attempt, on a thread of its own. */
@FunctionalInterface
public interface Action {

    /**
     * Does the work.
     *
     * @throws Exception to fail the attempt; an {@link InterruptedException} after a cancellation is the polite answer
     */
    void run(RunContext context) throws Exception;
}
