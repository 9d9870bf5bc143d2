package dev.baton.test;

import org.junit.jupiter.api.Nested;

/**
 * Checks what a scheduler withstands on any store: a store that throws or takes its time, and many executions that wait. A test extends it as it extends {@link StoreCompliance}.
 */
public abstract class StoreStress extends OnStore {

    /** For subclasses. */
    protected StoreStress() {}

    /** Stores that throw, and stores that take their time. */
    @Nested
    class FaultyStores extends FaultyStoreCompliance {

        FaultyStores() {
            super(nodes);
        }
    }

    /** Executions that only wait. */
    @Nested
    class Sleeps extends SleepCompliance {

        Sleeps() {
            super(nodes);
        }
    }

    /** Threads, memory, and questions to the store. */
    @Nested
    class Costs extends CostCompliance {

        Costs() {
            super(nodes);
        }
    }
}
