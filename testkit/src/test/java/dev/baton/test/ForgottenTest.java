package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.policy.Retention;
import java.lang.ref.WeakReference;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory that executions and definitions leave behind in a scheduler without a store. */
@Timeout(300)
class ForgottenTest {

    /** As many one-off workflows as stay known after their end. */
    private static final int MOST_ENDED = 1_000;

    private final AtomicInteger calls = new AtomicInteger();
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

    private void startOthers() throws Exception {
        List<Execution> others = new ArrayList<>();
        for (int i = 0; i < MOST_ENDED; i++) {
            others.add(baton.startOnce(Workflow.define("other-" + i, w -> w.run("step", context -> {})), Map.of()));
        }
        for (Execution other : others) {
            end(other);
        }
    }

    @Test
    void a_one_off_that_is_retried_stays_known_until_it_has_ended_again() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Workflow workflow = Workflow.define("retried", w -> {
            Step<?> first = w.run("first", context -> {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("not yet");
                }
                go.await();
            });
            w.run("second", context -> {}).after(first);
        });
        Execution retried = baton.startOnce(workflow, Map.of());
        assertThat(Patience.within("the failure", () -> retried.await(Patience.BOUND)))
                .failed();
        retried.retry();
        startOthers();
        go.countDown();
        end(retried);
        assertThat(retried).ran("first", "second");
    }

    /** Parameters that fail when they are read. */
    private static final class Unreadable extends AbstractMap<String, Object> {

        @Override
        public Set<Entry<String, Object>> entrySet() {
            throw new IllegalStateException("no parameters for you");
        }
    }

    private WeakReference<Workflow> failToStart() {
        Workflow workflow = Workflow.define("unstarted", w -> w.run("step", context -> {}));
        Assertions.assertThatThrownBy(() -> baton.startOnce(workflow, new Unreadable()))
                .hasMessage("no parameters for you");
        return new WeakReference<>(workflow);
    }

    @Test
    void a_one_off_that_could_not_be_started_leaves_the_memory_like_any_other() throws Exception {
        WeakReference<Workflow> unstarted = failToStart();
        startOthers();
        awaitCollected("the workflow leaves the memory", unstarted);
    }
}
