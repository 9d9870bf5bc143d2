package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.policy.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parents of submissions: how long they are kept, and which execution is meant when many submit the same. */
@Timeout(120)
abstract class ParentCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Nodes nodes;

    ParentCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- retention

    /** A node that keeps one ended execution of each job. */
    private BatonTest start() {
        return nodes.start(
                settings -> settings.retention(Retention.count(1)),
                each -> each.taking("parent", MINUTE)
                        .add(Job.named("parent").run(context -> {}))
                        .add(Job.named("child").run(context -> {})));
    }

    /** Lets newer executions take an ended one's place, and waits until retention has looked. */
    private static void outnumber(BatonTest node, String name) {
        for (int i = 0; i < 2; i++) {
            node.trigger(name);
            node.advance(MINUTE);
        }
        node.advance(HOUR);
    }

    private void isGone(Execution execution) {
        Assertions.assertThatThrownBy(() -> nodes.again(execution).status())
                .isInstanceOf(NoSuchExecutionException.class);
    }

    @ParameterizedTest(name = "submitted {0} minutes after its parent")
    @ValueSource(ints = {0, 5})
    void a_parent_is_kept_until_what_was_submitted_after_it_has_ended(int minutes) {
        BatonTest node = start();
        Execution parent = node.trigger("parent");
        node.advance(MINUTE.multipliedBy(minutes));
        Execution child =
                node.baton().submit(Submission.of("child").after(parent).delay(Duration.ofDays(1)));
        node.advance(MINUTE);
        outnumber(node, "parent");
        assertThat(nodes.again(parent)).succeeded();
        node.advance(Duration.ofDays(1));
        assertThat(nodes.again(child)).succeeded();
        outnumber(node, "parent");
        isGone(parent);
    }

    @Test
    void a_parent_is_kept_across_a_restart() {
        BatonTest node = start();
        Execution parent = node.trigger("parent");
        Execution child = node.baton()
                .submit(Submission.of("child").after(parent.run("parent").id()).delay(Duration.ofDays(1)));
        node = nodes.restart();
        node.advance(MINUTE);
        outnumber(node, "parent");
        node = nodes.restart();
        node.advance(Duration.ofDays(1));
        assertThat(nodes.again(child)).succeeded();
    }

    @Test
    void a_parent_of_the_same_call_is_kept() {
        BatonTest node = start();
        Submission first = Submission.of("parent");
        Submission second = Submission.of("child").after(first).delay(Duration.ofDays(1));
        Execution child = node.baton().submit(List.of(second, first)).get(0);
        node.advance(MINUTE);
        outnumber(node, "parent");
        node.advance(Duration.ofDays(1));
        assertThat(nodes.again(child)).succeeded();
    }

    @Test
    void a_parent_is_kept_for_as_long_as_one_of_its_children_waits() {
        BatonTest node = start();
        Execution parent = node.trigger("parent");
        Submission after = Submission.of("child").after(parent);
        Execution soon = node.baton().submit(after.delay(HOUR));
        Execution late = node.baton().submit(after.delay(Duration.ofDays(1)));
        node.advance(HOUR);
        assertThat(nodes.again(soon)).succeeded();
        outnumber(node, "child");
        outnumber(node, "parent");
        node.advance(Duration.ofDays(1));
        assertThat(nodes.again(late)).succeeded();
    }

    @Test
    void a_parent_whose_child_was_cancelled_is_not_kept_for_it() {
        BatonTest node = start();
        Execution parent = node.trigger("parent");
        Execution child =
                node.baton().submit(Submission.of("child").after(parent).delay(Duration.ofDays(1)));
        node.advance(MINUTE);
        outnumber(node, "parent");
        assertThat(nodes.again(parent)).succeeded();
        nodes.again(child).cancel();
        node.advance(HOUR);
        isGone(parent);
    }

    // ---- keys

    private static List<Execution> submitPair(Baton node, String key) {
        Submission parent = Submission.of("job").key(key);
        return node.submit(List.of(parent, Submission.of("job").after(parent)));
    }

    private static void haveEnded(List<Execution> executions) throws InterruptedException {
        for (Execution execution : executions) {
            assertThat(execution.await(Patience.BOUND)).succeeded();
        }
    }

    @Test
    void a_child_runs_after_the_parent_that_another_client_has_just_submitted_with_the_same_key() throws Exception {
        WatchedStore store = new WatchedStore(nodes.assumeNewStore());
        Baton node = nodes.join(
                builder -> builder.store(store.store()),
                each -> each.add(Job.named("job").run(context -> {})));
        List<Execution> others = new ArrayList<>();
        AtomicBoolean first = new AtomicBoolean(true);
        // The key was free when the one client asked, and the other has taken it before the answer arrives.
        store.afterEach("withKey", () -> {
            if (first.getAndSet(false)) {
                others.addAll(submitPair(node, "order-42"));
            }
        });
        List<Execution> mine = submitPair(node, "order-42");
        Assertions.assertThat(mine.get(0).id()).isEqualTo(others.get(0).id());
        Assertions.assertThat(mine.get(1).id()).isNotEqualTo(others.get(1).id());
        haveEnded(others);
        haveEnded(mine);
    }

    @Test
    void a_child_runs_after_a_new_parent_when_retention_has_just_removed_the_one_with_the_key() throws Exception {
        WatchedStore store = new WatchedStore(nodes.assumeNewStore());
        Baton node = nodes.join(
                builder -> builder.store(store.store()),
                each -> each.add(Job.named("job").run(context -> {})));
        Execution former = submitPair(node, "order-42").get(0);
        haveEnded(List.of(former));
        Patience.until("all have ended", () -> node.activeExecutions().isEmpty());
        AtomicBoolean first = new AtomicBoolean(true);
        store.afterEach("look", () -> {
            if (first.getAndSet(false)) {
                store.real().prune(Retention.count(0), Long.MAX_VALUE / 2, 100);
            }
        });
        List<Execution> mine = submitPair(node, "order-42");
        Assertions.assertThat(mine.get(0).id()).isNotEqualTo(former.id());
        haveEnded(mine);
    }

    @Test
    void clients_that_submit_the_same_parent_at_the_same_moment_all_get_a_child_that_runs() throws Exception {
        Baton node = nodes.join(each -> each.add(Job.named("job").run(context -> {})));
        int clients = 4;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            for (int round = 0; round < 100; round++) {
                String key = "order-" + round;
                CyclicBarrier together = new CyclicBarrier(clients);
                List<Callable<List<Execution>>> tasks = new ArrayList<>();
                for (int i = 0; i < clients; i++) {
                    tasks.add(() -> {
                        together.await();
                        return submitPair(node, key);
                    });
                }
                for (Future<List<Execution>> submitted : threads.invokeAll(tasks)) {
                    haveEnded(submitted.get());
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
