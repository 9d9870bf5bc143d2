package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.policy.Retry;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One body for each of many items, and one more that puts the results together. */
class FanoutTest {

    private final BatonTest baton = BatonTest.create();
    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    @AfterEach
    void close() {
        baton.close();
    }

    private Object item(RunContext context) {
        return context.item().orElseThrow().value();
    }

    /** Notes its item, takes a second, and fails for items that say so. */
    private Object work(RunContext context) throws InterruptedException {
        mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
        seen.add(item(context));
        context.sleep(Duration.ofSeconds(1));
        running.decrementAndGet();
        if (item(context).toString().startsWith("bad")) {
            throw new IllegalStateException(item(context) + " is bad");
        }
        return "done " + item(context);
    }

    private Execution run(Fanout fanout) {
        baton.add(Job.named("scan").fanout(fanout));
        Execution execution = baton.trigger("scan");
        baton.advance(Duration.ofHours(1));
        return execution;
    }

    private Execution items() {
        return baton.lastExecution("scan/items");
    }

    @Test
    void a_body_runs_once_for_each_item() {
        Execution execution = run(Fanout.over(List.of("a", "b", "c")).each(this::work));

        assertThat(execution).succeeded();
        Assertions.assertThat(seen).containsExactlyInAnyOrder("a", "b", "c");
        Assertions.assertThat(execution.run("scan").output())
                .contains(Map.of("items", 3, "succeeded", 3, "failed", 0, "skipped", 0));
    }

    @Test
    void items_have_a_place_and_know_the_run_that_fanned_out() {
        List<String> places = Collections.synchronizedList(new ArrayList<>());
        Execution execution = run(Fanout.over(List.of("a", "b")).each(context -> {
            RunContext.Item item = context.item().orElseThrow();
            return places.add(item.index() + " " + item.value() + " "
                    + context.parentRun().orElseThrow());
        }));

        RunId parent = execution.run("scan").id();
        Assertions.assertThat(places).containsExactlyInAnyOrder("0 a " + parent, "1 b " + parent);
        Assertions.assertThat(items().parentRun()).contains(parent);
    }

    @Test
    void no_more_than_so_many_run_at_a_time() {
        List<Integer> many = IntStream.range(0, 50).boxed().toList();
        assertThat(run(Fanout.over(many).concurrency(4).each(this::work))).succeeded();

        Assertions.assertThat(seen).hasSize(50);
        Assertions.assertThat(mostAtOnce.get()).isEqualTo(4);
    }

    @Test
    void failures_beyond_the_tolerance_fail_it() {
        Execution execution = run(Fanout.over(List.of("a", "bad", "c")).each(this::work));

        assertThat(execution).failed();
        Assertions.assertThat(execution.run("scan").reason()).contains("1 of 3 items failed", "bad is bad");
    }

    @Test
    void failures_within_the_tolerance_make_it_partial() {
        Execution execution =
                run(Fanout.over(List.of("a", "bad", "c")).tolerance(0.4).each(this::work));

        assertThat(execution).hasStatus(ExecutionStatus.PARTIAL);
        Assertions.assertThat(execution.run("scan").status()).isEqualTo(RunStatus.PARTIAL);
    }

    private Object join(RunContext context) {
        return context.parents().stream()
                .map(run ->
                        run.output().map(Object::toString).orElse(run.status().toString()))
                .toList();
    }

    @Test
    void the_reducer_sees_what_became_of_every_item() {
        Execution execution = run(Fanout.over(List.of("a", "bad"))
                .tolerance(0.5)
                .each(this::work)
                .reduce(Fanout.RunOn.SUCCESS, this::join));

        Assertions.assertThat(execution.run("scan").output()).isEqualTo(Optional.of(List.of("done a", "failure")));
    }

    @Test
    void the_reducer_runs_only_when_enough_succeeded() {
        run(Fanout.over(List.of("a", "bad")).each(this::work).reduce(Fanout.RunOn.SUCCESS, this::join));
        assertThat(baton.lastExecution("scan/items")).skipped("reducer");
    }

    @Test
    void the_reducer_may_run_on_any_success() {
        run(Fanout.over(List.of("a", "bad")).each(this::work).reduce(Fanout.RunOn.ANY_SUCCESS, this::join));
        assertThat(baton.lastExecution("scan/items")).ran("reducer");
    }

    @Test
    void without_items_it_succeeds_at_once_and_only_a_reducer_that_always_runs_does() {
        assertThat(run(Fanout.over(List.of()).each(this::work).reduce(Fanout.RunOn.SUCCESS, this::join)))
                .succeeded();
        Assertions.assertThat(baton.executions("scan/items")).isEmpty();

        baton.add(Job.named("other")
                .fanout(Fanout.over(List.of()).each(this::work).reduce(Fanout.RunOn.ALWAYS, context -> "none")));
        Execution other = baton.trigger("other");
        baton.settle();
        Assertions.assertThat(other.run("other").output()).contains("none");
    }

    @Test
    void more_items_than_allowed_start_nothing() {
        Execution execution = run(Fanout.over(List.of(1, 2, 3)).maxItems(2).each(this::work));

        assertThat(execution).failed();
        Assertions.assertThat(seen).isEmpty();
        Assertions.assertThat(execution.run("scan").reason()).contains("3 items", "2 at most");
    }

    @Test
    void retries_belong_to_the_items() {
        AtomicInteger tries = new AtomicInteger();
        Execution execution = run(Fanout.over(List.of("a"))
                .retry(Retry.fixed(3, Duration.ofMinutes(1)))
                .each(context -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return "ok";
                }));

        assertThat(execution).succeeded();
        Assertions.assertThat(execution.run("scan").attempt()).isEqualTo(1);
        Assertions.assertThat(items().run("0").attempt()).isEqualTo(3);
    }

    @Test
    void retrying_it_runs_only_what_failed() {
        Execution execution = run(Fanout.over(List.of("a", "bad", "c")).each(this::work));
        seen.clear();
        execution.retry();
        baton.advance(Duration.ofMinutes(1));

        Assertions.assertThat(seen).containsExactly("bad");
        assertThat(execution).failed();
        Assertions.assertThat(baton.executions("scan/items")).hasSize(1);
    }

    private Object workOrHeal(RunContext context) throws InterruptedException {
        return seen.contains("healed") ? item(context) : work(context);
    }

    private Execution retryOnceHealed(Execution execution) {
        assertThat(execution).failed();
        seen.add("healed");
        execution.retry();
        baton.advance(Duration.ofMinutes(1));
        return execution;
    }

    @Test
    void a_reducer_that_was_skipped_runs_when_a_retry_mends_the_items() {
        Execution execution = retryOnceHealed(
                run(Fanout.over(List.of("a", "bad")).each(this::workOrHeal).reduce(Fanout.RunOn.SUCCESS, this::join)));

        assertThat(execution).succeeded();
        Assertions.assertThat(execution.run("scan").output()).contains(List.of("done a", "bad"));
    }

    @Test
    void a_reducer_that_has_run_puts_together_what_a_retry_mended() {
        Execution execution = retryOnceHealed(
                run(Fanout.over(List.of("a", "bad")).each(this::workOrHeal).reduce(Fanout.RunOn.ALWAYS, this::join)));

        Assertions.assertThat(execution.run("scan").output()).contains(List.of("done a", "bad"));
    }

    @Test
    void a_retry_stays_with_the_items_that_were_found_first() {
        List<String> found = new ArrayList<>(List.of("a", "bad"));
        Execution execution = run(Fanout.over(context -> List.copyOf(found)).each(this::workOrHeal));
        found.clear();
        retryOnceHealed(execution);

        assertThat(execution).succeeded();
        Assertions.assertThat(items().run("1").status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void exactly_as_many_failures_as_are_tolerated_are() {
        List<String> items = IntStream.range(0, 100)
                .mapToObj(i -> i < 29 ? "bad" + i : "good" + i)
                .toList();
        Execution execution = run(Fanout.over(items).tolerance(0.29).each(this::work));

        Assertions.assertThat(execution.run("scan").status()).isEqualTo(RunStatus.PARTIAL);
    }

    @Test
    void a_failure_names_the_first_item_that_failed() {
        Execution execution =
                run(Fanout.over(List.of("a", "bad")).tolerance(0.07).each(this::work));

        Assertions.assertThat(execution.run("scan").reason())
                .contains("1 of 2 items failed, first item 1: ", "(at most 7 % may)");
    }

    @Test
    void cancelling_it_stops_what_runs_and_starts_nothing_more() {
        baton.add(Job.named("scan")
                .fanout(Fanout.over(List.of("a", "b", "c"))
                        .concurrency(1)
                        .each(this::work)
                        .reduce(Fanout.RunOn.ALWAYS, this::join)));
        Execution execution = baton.trigger("scan");
        baton.advance(Duration.ofMillis(500));
        execution.cancel();
        baton.advance(Duration.ofMinutes(1));

        assertThat(execution).hasStatus(ExecutionStatus.CANCELLED);
        Assertions.assertThat(seen).containsExactly("a");
        assertThat(items()).hasStatus(ExecutionStatus.CANCELLED);
    }

    @Test
    void items_of_a_job_that_is_removed_do_not_start_any_more() {
        baton.add(Job.named("scan")
                .fanout(Fanout.over(List.of("a", "b", "c")).concurrency(1).each(this::work)));
        Execution execution = baton.trigger("scan");
        baton.advance(Duration.ofMillis(500));
        baton.baton().remove("scan");
        baton.advance(Duration.ofMinutes(1));

        Assertions.assertThat(seen).containsExactly("a");
        Assertions.assertThat(execution.status().isTerminal()).isTrue();
    }

    @Test
    void a_step_of_a_workflow_can_fan_out_over_what_its_parent_found() {
        baton.add(Workflow.define("etl", w -> {
            Step<List<String>> list = w.call("list", context -> List.of("x", "y"));
            Step<Object> each = w.fanout(
                            "each",
                            Fanout.over(context -> context.output(list))
                                    .each(this::work)
                                    .reduce(Fanout.RunOn.SUCCESS, this::join))
                    .after(list);
            w.call("report", context -> "got " + context.output(each)).after(each);
        }));
        Execution execution = baton.trigger("etl");
        baton.advance(Duration.ofMinutes(1));

        assertThat(execution).succeeded();
        Assertions.assertThat(execution.run("report").output()).contains("got [done x, done y]");
    }

    @Test
    void ten_thousand_items_pass_through() {
        List<Integer> many = IntStream.range(0, 10_000).boxed().toList();
        Execution execution = run(Fanout.over(many)
                .concurrency(100)
                .each(this::item)
                .reduce(Fanout.RunOn.SUCCESS, context -> context.parents().size()));

        Assertions.assertThat(execution.run("scan").output()).contains(10_000);
    }

    @Test
    void impossible_bounds_are_refused() {
        Fanout fanout = Fanout.over(List.of());
        assertThatThrownBy(() -> fanout.concurrency(0)).hasMessageContaining("at least one");
        assertThatThrownBy(() -> fanout.tolerance(1.5)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> fanout.maxItems(0)).hasMessageContaining("at least one");
    }
}
