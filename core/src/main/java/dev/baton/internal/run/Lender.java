package dev.baton.internal.run;

/** The node that lent an attempt to this one. */
public interface Lender {

    /** Reports that the attempt has ended. */
    void ended(Attempt attempt);

    /** Reports that the attempt was not started after all. */
    void notStarted(Attempt attempt);

    /** The worker that made it is gone: which one, in words. */
    void lost(Attempt attempt, String words);
}
