package dev.baton.test;

import dev.baton.spi.Store;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * What a scheduler does on any store. Whoever writes a store lets his tests extend this, and has only to say where a
 * store comes from:
 *
 * <pre>{@code
 * class MyStoreComplianceTest extends StoreCompliance {
 *
 *     @TempDir
 *     Path folder;
 *
 *     @Override
 *     protected Optional<Store> newStore() {
 *         return Optional.of(new MyStore(folder.resolve("file")));
 *     }
 * }
 * }</pre>
 *
 * <p>Tests of several nodes are skipped on a store that is not {@linkplain Store#isShared shared}.
 */
@SuppressWarnings("this-escape") // a test is asked for its store when it runs, long after it was made
public abstract class StoreCompliance {

    private final Nodes nodes = new Nodes(this::newStore);

    /** For subclasses. */
    protected StoreCompliance() {}

    /**
     * A store that is not open yet, on the database of this test: a fresh one for each test, and within a test always the
     * same. Nothing for a scheduler without a store, where tests of restarts are skipped.
     */
    protected abstract Optional<Store> newStore();

    @AfterEach
    void closeNodes() throws Exception {
        nodes.close();
    }

    /** Graphs, from their first run to their last. */
    @Nested
    class Graphs extends GraphCompliance {

        Graphs() {
            super(nodes);
        }
    }

    /** User code that throws, blocks, interrupts itself or calls back, wherever user code is called. */
    @Nested
    class Hostile extends HostileCompliance {

        Hostile() {
            super(StoreCompliance.this::newStore);
        }
    }

    /** Graphs that grow while they run. */
    @Nested
    class Extensions extends ExtensionCompliance {

        Extensions() {
            super(nodes);
        }
    }

    /** What is done to executions, and what is said of them. */
    @Nested
    class Control extends ControlCompliance {

        Control() {
            super(nodes);
        }
    }

    /** What user code, pauses and stops must not harm. */
    @Nested
    class Harms extends HarmCompliance {

        Harms() {
            super(nodes);
        }
    }

    /** Ends: that there is one, and that it is final. */
    @Nested
    class Ends extends EndCompliance {

        Ends() {
            super(nodes);
        }
    }

    /** What runs tell of their attempts. */
    @Nested
    class Attempts extends AttemptCompliance {

        Attempts() {
            super(nodes);
        }
    }

    /** Schedules and submissions. */
    @Nested
    class Starts extends StartCompliance {

        Starts() {
            super(nodes);
        }
    }

    /** The fake clock, which drives all time on any store. */
    @Nested
    class Clocks extends ClockCompliance {

        Clocks() {
            super(nodes);
        }
    }

    /** Queues, labels, limits and priorities. */
    @Nested
    class Limits extends LimitCompliance {

        Limits() {
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

    /** Values that are kept, and definitions that change. */
    @Nested
    class Memories extends MemoryCompliance {

        Memories() {
            super(nodes);
        }
    }

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

    /** Several nodes, or several threads where there is one node. */
    @Nested
    class Crowds extends CrowdCompliance {

        Crowds() {
            super(nodes);
        }
    }
}
