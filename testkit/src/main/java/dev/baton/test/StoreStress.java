package dev.baton.test;

import org.junit.jupiter.api.Nested;

/**
 * The stress suite for stores: a store that throws or blocks, and many waiting executions. Extend this class in the
 * same way as {@link StoreCompliance}.
 *
 * <pre>{@code
 * class MyStoreStressTest extends StoreStress {
 *
 *     @Override
 *     protected Optional<Store> newStore() {
 *         return Optional.of(new MyStore());
 *     }
 * }
 * }</pre>
 */
public abstract class StoreStress extends OnStore {

    /** For subclasses. */
    protected StoreStress() {}

    /** Stores that throw, and stores that block. */
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

    /** Threads, memory, and calls to the store. */
    @Nested
    class Costs extends CostCompliance {

        Costs() {
            super(nodes);
        }
    }
}
