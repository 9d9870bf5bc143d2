package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Trigger;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import dev.baton.spi.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** User code, pauses and stops do not harm executions they do not belong to. */
@Timeout(60)
abstract class HarmCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;
    private final AtomicInteger calls = new AtomicInteger();

    HarmCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- guards

    @Test
    void a_guard_of_a_step_that_waits_may_ask_for_its_parents() {
        Workflow workflow = Workflow.define("w", w -> {
            Step<?> approval = w.approval("ok", "go on?")
                    .when(context -> context.parents().isEmpty() ? Optional.empty() : Optional.of("has parents"));
            w.run("after", context -> {}).after(approval);
        });
        BatonTest node =
                nodes.start(each -> each.add(workflow).add(Job.named("other").run(context -> {})));
        Execution execution = node.trigger("w");
        node.settle();
        assertThat(execution).has("ok", RunStatus.RUNNING, "approval");
        execution.approve("ok", "yes");
        node.settle();
        assertThat(execution).succeeded();
        assertThat(node.trigger("other")).succeeded();
    }

    // ---- errors

    /** An exception whose {@code getMessage} throws. */
    private static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message for you");
        }
    }

    @Test
    void an_error_without_a_readable_message_is_recorded_and_harms_no_other_execution() {
        BatonTest node = nodes.start(each -> each.add(Job.named("bad").run(context -> {
                    throw new Unreadable();
                }))
                .add(Job.named("good").run(context -> {})));
        List<Execution> good = new ArrayList<>();
        List<Execution> bad = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            good.add(node.trigger("good"));
            bad.add(node.trigger("bad"));
        }
        node.settle();
        if (nodes.isOnStore()) {
            nodes.restart();
        }
        good.forEach(execution -> assertThat(nodes.again(execution)).succeeded());
        bad.forEach(execution ->
                assertThat(nodes.again(execution)).failed().has("bad", RunStatus.FAILURE, "its error cannot be read"));
    }

    @Test
    @Timeout(300)
    void an_error_without_a_readable_message_harms_no_end_that_is_recorded_in_the_same_commit() throws Exception {
        WatchedStore store = new WatchedStore(nodes.assumeNewStore());
        Map<UUID, ExecutionStatus> ends;
        try {
            ends = endTogether(store, 40);
        } finally {
            store.disarm();
        }
        try (Store again = nodes.assumeNewStore()) {
            again.open(MINUTE, () -> {});
            Map<UUID, ExecutionStatus> recorded = new HashMap<>();
            ends.keySet()
                    .forEach(id -> recorded.put(
                            id, again.find(id).orElseThrow().execution().state().status()));
            Assertions.assertThat(recorded).isEqualTo(ends);
        }
    }

    /** Lets executions end while no commit is made, every other one with an unreadable error, and returns their ends. */
    private static Map<UUID, ExecutionStatus> endTogether(WatchedStore store, int count) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch toBegin = new CountDownLatch(count);
        CountDownLatch record = new CountDownLatch(1);
        Queue<Set<RunStatus>> recorded = new ConcurrentLinkedQueue<>();
        // One body at a time: when the last one begins, the ends of all others wait to be recorded.
        Baton baton = Baton.builder()
                .store(store.store())
                .workers(1)
                .closeGrace(Duration.ofMillis(100))
                .build();
        baton.add(Job.named("good").run(context -> {
                    toBegin.countDown();
                    go.await();
                }))
                .add(Job.named("bad").run(context -> {
                    toBegin.countDown();
                    go.await();
                    throw new Unreadable();
                }))
                .start();
        try {
            List<Execution> executions = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                executions.add(baton.trigger(i % 2 == 0 ? "good" : "bad"));
            }
            Patience.until("the first body", () -> toBegin.getCount() < count);
            store.eachCommit(commit -> recorded.add(
                    commit.runs().stream().map(run -> run.state().status()).collect(Collectors.toSet())));
            store.beforeEach("commit", record::await);
            go.countDown();
            Patience.until("the last body", () -> toBegin.getCount() == 0);
            record.countDown();
            Map<UUID, ExecutionStatus> ends = new HashMap<>();
            for (int i = 0; i < count; i++) {
                Execution execution = executions.get(i);
                Patience.within("an end", () -> execution.await(Patience.BOUND));
                ends.put(execution.id(), i % 2 == 0 ? ExecutionStatus.SUCCESS : ExecutionStatus.FAILURE);
            }
            Assertions.assertThat(recorded)
                    .as("some commit has an end of either kind")
                    .anyMatch(ended -> ended.containsAll(Set.of(RunStatus.SUCCESS, RunStatus.FAILURE)));
            return ends;
        } finally {
            go.countDown();
            record.countDown();
            Patience.within("closing", baton::close);
        }
    }

    // ---- pauses

    @Test
    void pausing_a_workflow_keeps_new_executions_out_and_lets_those_under_way_go_on() {
        Workflow workflow = Workflow.define("w", w -> {
            Step<?> a = w.run("a", context -> {});
            w.run("limited", context -> {}).after(a).timeout(Duration.ofHours(1));
            w.run("retried", context -> {}).after(a).retry(Retry.fixed(2, MINUTE));
        });
        BatonTest node = nodes.start(each -> each.taking("w/a", MINUTE).add(workflow));
        Execution underWay = node.trigger("w");
        node.baton().pause("w");
        Execution keptOut = node.trigger("w");
        node.advance(MINUTE);
        assertThat(underWay).succeeded().ran("a", "limited", "retried");
        assertThat(keptOut).skipped("a", "limited", "retried");
    }

    // ---- stops

    @Test
    void a_clean_stop_uses_up_no_attempt_however_often_it_happens() {
        Job job = Job.named("long").run(context -> {
            if (calls.incrementAndGet() <= 4) {
                context.sleep(Duration.ofHours(2));
            }
        });
        BatonTest node = nodes.start(each -> each.add(job));
        Execution execution = node.trigger("long");
        for (int stop = 0; stop < 4; stop++) {
            node.advance(MINUTE);
            assertThat(nodes.again(execution)).has("long", RunStatus.RUNNING);
            node = nodes.shutDownAndStart();
        }
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).succeeded().hadAttempts("long", 1);
    }

    private Baton.Builder impatient() {
        return Baton.builder().closeGrace(Duration.ofMillis(100)).stopGrace(Duration.ofMillis(100));
    }

    /** Closes on a thread that is interrupted, and returns whether it still is afterwards. */
    private static boolean closeInterrupted(Baton baton) throws Exception {
        return Patience.within("closing", () -> {
            Thread.currentThread().interrupt();
            baton.close();
            return Thread.currentThread().isInterrupted();
        });
    }

    @Test
    void a_close_that_is_interrupted_tells_bodies_to_stop() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        Baton baton = nodes.join(each -> each.add(Job.named("long").run(context -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                told.countDown();
                throw e;
            }
        })));
        baton.trigger("long");
        Patience.until("the body begins", () -> begun.getCount() == 0);
        Assertions.assertThat(closeInterrupted(baton)).isTrue();
        Patience.until("the body is told to stop", () -> told.getCount() == 0);
    }

    @Test
    void a_stop_that_is_interrupted_hands_its_runs_back_and_says_so() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        Baton baton = nodes.join(each -> each.add(Job.named("long").run(context -> {
            begun.incrementAndGet();
            go.await();
        })));
        Execution execution = baton.trigger("long");
        Patience.until("the body begins", () -> begun.get() == 1);
        Patience.within("stopping", () -> {
            Thread.currentThread().interrupt();
            Assertions.assertThatThrownBy(() -> baton.stop(MINUTE)).isInstanceOf(InterruptedException.class);
        });
        baton.start();
        Patience.until("the body begins again", () -> begun.get() == 2);
        go.countDown();
        assertThat(Patience.within("the end", () -> execution.await(Patience.BOUND)))
                .succeeded()
                .hadAttempts("long", 1);
    }

    @Test
    void a_close_that_is_interrupted_uses_up_no_attempt() throws Exception {
        WatchedStore store = new WatchedStore(nodes.assumeNewStore());
        CountDownLatch running = new CountDownLatch(1);
        store.eachCommit(commit -> commit.runs().stream()
                .filter(run -> run.state().status() == RunStatus.RUNNING)
                .forEach(run -> running.countDown()));
        Baton former = impatient().store(store.store()).build();
        former.add(Job.named("long").run(context -> new CountDownLatch(1).await()))
                .start();
        UUID id = former.trigger("long").id();
        Patience.until("the start is recorded", () -> running.getCount() == 0);
        closeInterrupted(former);
        try (Baton next = impatient().store(nodes.assumeNewStore()).build()) {
            next.add(Job.named("long").run(context -> {})).start();
            Execution again = next.execution(id);
            assertThat(Patience.within("the end", () -> again.await(Patience.BOUND)))
                    .succeeded()
                    .hadAttempts("long", 1);
        }
    }

    // ---- fires around a restart

    @Test
    void a_fire_that_is_at_most_a_minute_late_at_a_start_is_late_and_not_missed() {
        List<Trigger> triggers = new ArrayList<>();
        nodes.start(each ->
                each.add(Job.named("nightly").cron("0 2 * * *").run(context -> triggers.add(context.trigger()))));
        nodes.running().advance(Duration.ofHours(2).minusSeconds(1));
        nodes.restartAfter(Duration.ofSeconds(3));
        Assertions.assertThat(triggers).containsExactly(Trigger.SCHEDULE);
        nodes.running().advance(Duration.ofHours(24).minusSeconds(3));
        nodes.restartAfter(Duration.ofSeconds(62));
        Assertions.assertThat(triggers).as("more than a minute late is missed").hasSize(1);
    }
}
