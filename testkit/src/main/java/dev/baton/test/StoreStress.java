package dev.baton.test;

import org.junit.jupiter.api.Nested;

/**
 * The stress suite for stores: a store that throws or is slow, and many waiting executions. Extend this class in the
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

    /** Stores that throw. */
    @Nested
    class FaultyStores extends FaultyStoreCompliance {

        FaultyStores() {
            super(nodes);
        }
    }

    /** Stores that keep their callers waiting. */
    @Nested
    class SlowStores extends SlowStoreCompliance {

        SlowStores() {
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
