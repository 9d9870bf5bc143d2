package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.error.NotRecordedException;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A waiting body whose beginning could not be recorded, because the store was away. */
@ExtendWith(BatonExtension.class)
class BeginAgainTest {

    private final AtomicInteger begun = new AtomicInteger();

    /** Cannot record what it starts, so many times. */
    private Workflow waiting(int failures) {
        return Workflow.define("w", w -> {
            Deferred body = (context, handover) -> {
                if (begun.incrementAndGet() <= failures) {
                    throw new NotRecordedException("inner", Duration.ofSeconds(10), true);
                }
                handover.succeed("done");
            };
            w.call("step", body);
        });
    }

    @Test
    void it_begins_again_until_the_store_is_back_in_the_same_attempt(BatonTest baton) {
        baton.add(waiting(3));
        Execution execution = baton.trigger("w");
        assertThat(execution).isActive();
        baton.advance(Duration.ofSeconds(10));
        assertThat(execution).succeeded().hadAttempts("step", 1).hasOutput("step", "done");
    }

    @Test
    void it_does_not_begin_again_when_it_was_cancelled(BatonTest baton) {
        baton.add(waiting(Integer.MAX_VALUE));
        Execution execution = baton.trigger("w");
        execution.cancel();
        baton.settle();
        int before = begun.get();
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).hasStatus(ExecutionStatus.CANCELLED);
        Assertions.assertThat(begun).hasValue(before);
    }
}
