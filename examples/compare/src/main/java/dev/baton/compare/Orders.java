package dev.baton.compare;

import java.sql.Connection;

/** The order processing, as each scheduler does it. */
interface Orders {

    /** Makes the scheduler's tables, once. */
    void createTables() throws Exception;

    /** Starts to process orders. */
    void start() throws Exception;

    /** Starts the processing of an order within the transaction that places it, if the scheduler can. */
    void inTransaction(Connection transaction, int order) throws Exception;

    /** Starts the processing of an order after the transaction has committed, if the scheduler cannot do better. */
    void afterCommit(int order) throws Exception;
}
