package dev.baton.faults;

/** Asks for executions. For one thread. */
interface LoadMaker {

    /** Asks for one more. */
    void addOne();

    /** Asks again for all that were not acknowledged. */
    void askAgain();
}
