package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.baton.policy.Limit;
import dev.baton.test.BatonTest;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run that waits in a line behind a limit costs the same however long the line is. Counted, not timed. */
@Tag("memory") // gates that a store counts have tests of their own
class LimitCostTest {

    private static final int FEW = 500;
    private static final int MANY = 20 * FEW;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Lets so many runs line up, and then leave the line one by one. */
    private static void drain(int count, Runnable begin, Runnable end) {
        try (BatonTest baton = BatonTest.create()) {
            baton.add(Job.named("job").limit(Limit.concurrency(1)).run(context -> {}));
            begin.run();
            for (int i = 0; i < count; i++) {
                baton.baton().trigger("job");
            }
            baton.settle();
            end.run();
            assertThat(baton.lastExecution("job")).succeeded();
        }
    }

    /** The same, for a copy of this class whose code is counted. */
    public static final class Drain implements IntConsumer {

        @Override
        public void accept(int count) {
            drain(count, Effort::begin, () -> {});
        }
    }

    @Test
    void what_is_done_for_a_run_in_a_line_does_not_grow_with_the_line() throws Exception {
        long few = Effort.of(Drain.class, FEW) / FEW;
        long many = Effort.of(Drain.class, MANY) / MANY;
        // A line of twenty times as many takes a few comparisons more to find one's place.
        assertThat(many).as("calls and rounds of loops for each run").isLessThan(2 * few);
    }

    @Test
    void what_is_allocated_for_a_run_in_a_line_does_not_grow_with_the_line() {
        long unused = bytesToDrain(FEW); // loads the classes
        long few = bytesToDrain(FEW) / FEW;
        long many = bytesToDrain(MANY) / MANY;
        assertThat(many).as("bytes for each run").isLessThan(2 * few);
    }

    private static long bytesToDrain(int count) {
        AtomicLong allocated = new AtomicLong();
        drain(count, () -> allocated.set(-allocated()), () -> allocated.addAndGet(allocated()));
        return allocated.get();
    }

    private static long allocated() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
