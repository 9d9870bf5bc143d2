package dev.baton.internal.run;

import java.util.concurrent.CompletionStage;

/** The node that lent an attempt to this one. */
public interface Lender {

    /**
     * Whether the attempt may begin: the node still owns the execution, and the run was neither ended nor held since it
     * was lent. Asks the store, which knows of every command that was acknowledged.
     */
    boolean lends(Attempt attempt);

    /** Reports that the attempt has ended. */
    void ended(Attempt attempt);

    /**
     * Asks the node to go on without this one: the attempt is about to start outside, and reports to whichever node
     * there is.
     *
     * @param holder who executes it
     * @return done, with whether the node does so, when it is recorded there; exceptionally if the attempt must not start
     */
    CompletionStage<Boolean> handOut(Attempt attempt, String holder);

    /** Reports that the attempt was not started after all. */
    void notStarted(Attempt attempt);

    /** The worker that made it is gone: which one, in words. */
    void lost(Attempt attempt, String words);
}
