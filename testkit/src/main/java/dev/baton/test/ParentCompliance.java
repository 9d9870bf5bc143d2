package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.policy.Retention;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long the parents of submissions are kept. */
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
}
