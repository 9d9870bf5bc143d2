package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.policy.Retention;
import dev.baton.test.Assumptions;
import dev.baton.test.BatonTest;
import dev.baton.test.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Submissions after other executions have graphs of their own, which the store keeps no longer than they are needed. */
final class IdlePlansTest {

    private static final int MANY = 100;

    /** The first pruning of a node is a minute after its start. */
    private static final Duration TO_PRUNING = Duration.ofMinutes(2);

    private Instant time = Instant.parse("2026-01-01T00:00:00Z");

    /** Starts a node that keeps one ended execution of each name. */
    private BatonTest start(TestDatabase database) {
        BatonTest node = BatonTest.startingAt(
                time.toString(),
                builder -> builder.store(database.stores().get())
                        .lease(Duration.ofDays(365))
                        .retention(Retention.count(1)));
        node.add(Job.named("parent").run(context -> {}));
        node.add(Workflow.define("asking", w -> w.approval("ok", "Go on?")));
        return node.add(Job.named("child").run(context -> {}));
    }

    /** Closes a node after it has pruned, and lets a day pass, by the clock of the database too. */
    private void aDayPasses(BatonTest node, TestDatabase database) {
        node.advance(TO_PRUNING);
        time = node.clock().now().plus(Duration.ofHours(25));
        node.close();
        RealPostgres.execute(
                database.source(),
                database.stores().get().isShared()
                        ? "UPDATE baton_plan SET used = used - interval '25 hours'"
                        : "UPDATE baton_plan SET used = used - 90000000000");
    }

    private static long plans(TestDatabase database) {
        return RealPostgres.number(database.source(), "SELECT count(*) FROM baton_plan");
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.Kind.class)
    void submissions_after_others_leave_no_plan_behind_for_good(TestDatabase.Kind kind) {
        TestDatabase database = kind.fresh();
        BatonTest node = start(database);
        List<Execution> children = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            children.add(node.baton().submit(Submission.of("child").after(node.trigger("parent"))));
        }
        node.settle();
        assertThat(children).allSatisfy(child -> assertThat(child).succeeded());
        assertThat(plans(database)).as("each has a plan of its own").isGreaterThan(MANY);
        aDayPasses(node, database);

        try (BatonTest later = start(database)) {
            later.advance(TO_PRUNING);
            assertThat(later.executions("child")).hasSize(1);
            assertThat(plans(database))
                    .as("plans, of a child, of a parent, and of what is registered")
                    .isLessThan(5);
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.Kind.class)
    void a_submission_that_waits_for_another_for_longer_than_a_day_keeps_its_plan(TestDatabase.Kind kind) {
        TestDatabase database = kind.fresh();
        BatonTest node = start(database);
        Execution asking = node.trigger("asking");
        Execution child = node.baton().submit(Submission.of("child").after(asking));
        node.settle();
        aDayPasses(node, database);
        aDayPasses(start(database), database);

        try (BatonTest later = start(database)) {
            later.settle();
            later.baton().execution(asking.id()).approve("ok", "yes");
            later.settle();
            assertThat(later.baton().execution(child.id())).succeeded().ran("child");
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.Kind.class)
    void a_node_that_only_submits_stores_a_plan_again_that_may_have_been_removed(TestDatabase.Kind kind) {
        TestDatabase database = kind.fresh();
        FakeClock clock = new FakeClock(time);
        Baton.Builder settings = Baton.builder().store(database.stores().get()).lease(Duration.ofDays(365));
        try (Baton submitting = new Assumptions().on(clock, settings).build()) {
            submitting.add(Workflow.define("asking", w -> w.approval("ok", "Go on?")));
            submitting.submit(Submission.of("asking"));
            RealPostgres.execute(database.source(), "DELETE FROM baton_plan");
            clock.advance(Duration.ofHours(2));
            submitting.submit(Submission.of("asking"));
            assertThat(plans(database)).isEqualTo(1);
        }
    }
}
