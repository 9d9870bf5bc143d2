package dev.baton.test;

import dev.baton.spi.Store;
import org.junit.jupiter.api.Nested;

/**
 * The compliance suite for stores. The author of a store extends this class in one test and {@link StoreStress} in
 * another; each subclass only creates the store:
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

    /** Commands to executions, and the answers of executions. */
    @Nested
    class Control extends ControlCompliance {

        Control() {
            super(nodes);
        }
    }

    /** Commands to executions whose runs are about to start. */
    @Nested
    class Withdrawals extends WithdrawalCompliance {

        Withdrawals() {
            super(nodes);
        }
    }

    /** User code, pauses and stops that must not harm other executions. */
    @Nested
    class Harms extends HarmCompliance {

        Harms() {
            super(nodes);
        }
    }

    /** Every execution ends, and its end is final. */
    @Nested
    class Ends extends EndCompliance {

        Ends() {
            super(nodes);
        }
    }

    /** Changes of executions before their time. */
    @Nested
    class EarlyChanges extends EarlyChangeCompliance {

        EarlyChanges() {
            super(nodes);
        }
    }

    /** The attempts that runs report. */
    @Nested
    class Attempts extends AttemptCompliance {

        Attempts() {
            super(nodes);
        }
    }

    /** Retries, by hand and by policy. */
    @Nested
    class Retries extends RetryCompliance {

        Retries() {
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

    /** Fires that cannot be recorded for a moment. */
    @Nested
    class FireOutages extends FireOutageCompliance {

        FireOutages() {
            super(nodes);
        }
    }

    /** Parents of submissions. */
    @Nested
    class Parents extends ParentCompliance {

        Parents() {
            super(nodes);
        }
    }

    /** Schedules that are data, and what waits for its time. */
    @Nested
    class Scheduling extends ScheduleCompliance {

        Scheduling() {
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

    /** Stored values, and definitions that change. */
    @Nested
    class Memories extends MemoryCompliance {

        Memories() {
            super(nodes);
        }
    }

    /** Several nodes, or several threads of one node. */
    @Nested
    class ConcurrentNodes extends ConcurrentNodesCompliance {

        ConcurrentNodes() {
            super(nodes);
        }
    }
}
