package dev.baton.internal.time;

import dev.baton.interleaved.Interleavings;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node never believes in a lease that the store has not granted, or that is over. */
class NodeLeaseInterleavingTest {

    @Test
    void nobody_relies_on_a_lease_that_is_over_however_threads_interleave() {
        Interleavings.explore(Operations.class, 3);
    }

    @Test
    @Tag("long")
    void nobody_relies_on_a_lease_that_is_over_when_threads_collide() {
        Interleavings.stress(Operations.class);
    }

    /** A heartbeat renews the lease, workers ask whether it holds, and time passes. */
    public static class Operations {

        private static final Duration LENGTH = Duration.ofNanos(2);

        private final Ticks time = new Ticks();
        private final NodeLease lease = new NodeLease(time);
        private volatile long granted = LENGTH.toNanos();
        private volatile boolean wrong;

        /** A lease that was granted at the beginning. */
        public Operations() {
            lease.renewed(lease.askedNow(), LENGTH);
        }

        /** There is one heartbeat a node. */
        @Operation(nonParallelGroup = "heartbeat")
        public void beat() {
            long asked = lease.askedNow();
            granted = asked + LENGTH.toNanos();
            lease.renewed(asked, LENGTH);
        }

        @Operation(nonParallelGroup = "clock")
        public void tick() {
            time.now.incrementAndGet();
        }

        @Operation
        public void start() {
            long before = time.nanos();
            if (lease.holds() && before >= granted) {
                wrong = true;
            }
        }

        @Validate
        public void nobodyReliedOnALeaseThatIsOver() {
            if (wrong) {
                throw new AssertionError("the lease was over, and was said to hold");
            }
        }
    }

    /** Time that passes when it is told to. */
    private static final class Ticks implements Time {

        final AtomicLong now = new AtomicLong();

        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public long micros() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Timer at(Instant instant, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void sleep(Duration duration) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(Future<?> done, Duration atMost) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
