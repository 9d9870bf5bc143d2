package dev.baton.internal.execution;

/**
 * Records the changes of executions, and then lets their effects happen. The changes of one execution are recorded in
 * order. Safe from any thread.
 */
public interface Journal {

    /**
     * Takes over the change of a turn. Called by the thread that has the turn; no effect has happened when this
     * returns.
     *
     * @return whether the caller has to {@link #follow} the change when it has given the turn back
     */
    boolean append(Change change);

    /**
     * Whether each message to an execution ends in a change of its own, which is recorded on its own. Called by the
     * thread that has the turn.
     */
    boolean isOneByOne(LiveExecution execution);

    /**
     * Sends the signals of a change; a body may be waiting for them and thereby keep the change from being recorded.
     * Called after the turn.
     */
    void signal(Change change);

    /**
     * Records a change and lets its effects happen, now or soon.
     *
     * @param byWorker whether the caller is a worker that will look for its next run right afterwards
     */
    void follow(Change change, boolean byWorker);

    /** Helps to record the pending changes of an execution on the caller's thread. */
    void help(LiveExecution execution);
}
