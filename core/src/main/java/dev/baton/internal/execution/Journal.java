package dev.baton.internal.execution;

/**
 * Where the changes of executions go: each is recorded, and then what follows from it happens. The changes of one
 * execution are recorded in their order. Safe from any thread.
 */
public interface Journal {

    /**
     * Takes over what a turn did. Called by the thread that has the turn; nothing has followed from the change when this
     * returns.
     *
     * @return whether the caller has to {@link #follow} the change when it has given the turn back
     */
    boolean append(Change change);

    /**
     * Sends the signals of a change, which bodies may be waiting for that keep it from being recorded. Called when the
     * turn was given back.
     */
    void signal(Change change);

    /**
     * Has a change recorded, and lets follow what follows from it, now or soon.
     *
     * @param byWorker whether the caller is a worker that will look for its next run right afterwards
     */
    void follow(Change change, boolean byWorker);

    /** Helps to record what an execution waits for with the caller's own thread. */
    void help(LiveExecution execution);
}
