package dev.baton.test;

import dev.baton.spi.Store;
import org.junit.jupiter.api.Nested;

/**
 * Checks what a scheduler does on any store. The author of a store lets a test extend this class, and another one extend
 * {@link StoreStress}; each says only where a store comes from:
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
public abstract class StoreCompliance extends OnStore {

    /** For subclasses. */
    protected StoreCompliance() {}

    /** Graphs, from their first run to their last. */
    @Nested
    class Graphs extends GraphCompliance {

        Graphs() {
            super(nodes);
        }
    }

    /** Edges that stand for many. */
    @Nested
    class Edges extends EdgeCompliance {

        Edges() {
            super(nodes);
        }
    }

    /** Workflows that use what is registered, and workflows that are not. */
    @Nested
    class Reuse extends ReuseCompliance {

        Reuse() {
            super(nodes);
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

    /** Values that are kept, and definitions that change. */
    @Nested
    class Memories extends MemoryCompliance {

        Memories() {
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
