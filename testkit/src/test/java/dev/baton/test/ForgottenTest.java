package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.policy.Retention;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory that executions and definitions leave behind in a scheduler without a store. */
@Timeout(300)
class ForgottenTest {

    private final Baton baton =
            Baton.builder().retention(Retention.count(1)).build().start();

    @AfterEach
    void close() {
        baton.close();
    }

    private static void awaitCollected(String what, WeakReference<?> reference) throws InterruptedException {
        Patience.until(what, () -> {
            System.gc();
            return reference.get() == null;
        });
    }

    private void end(Execution execution) throws Exception {
        assertThat(Patience.within("the end", () -> execution.await(Patience.BOUND)))
                .succeeded();
    }

    private WeakReference<Object> submitWithKey(String key) throws Exception {
        Object value = new Object();
        end(baton.submit(Submission.of("job").key(key).parameter("value", value)));
        return new WeakReference<>(value);
    }

    @Test
    void an_execution_with_a_key_leaves_the_memory_when_retention_drops_it() throws Exception {
        baton.add(Job.named("job").run(context -> {}));
        WeakReference<Object> first = submitWithKey("first");
        for (int i = 0; i < 3; i++) {
            submitWithKey("later-" + i);
        }
        awaitCollected("the dropped execution leaves the memory", first);
    }
}
