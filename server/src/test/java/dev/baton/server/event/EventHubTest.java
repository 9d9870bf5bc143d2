package dev.baton.server.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.policy.Retry;
import dev.baton.test.BatonTest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventHubTest {

    private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");
    private static final Clock CLOCK = Clock.fixed(START, ZoneOffset.UTC);

    private final EventHub hub = new EventHub(CLOCK, 10);
    private final BatonTest baton = BatonTest.startingAt(START.toString(), settings -> settings.listen(hub));

    @AfterEach
    void close() {
        baton.close();
        hub.close();
    }

    @Test
    void what_the_engine_does_is_told_in_order() {
        EventSubscription all = hub.subscribe(EventFilter.ALL, null);

        Execution execution = run("load");

        List<ServerEvent> events = all.next(100);
        assertThat(events)
                .extracting(ServerEvent::type)
                .containsExactly(
                        "execution.started", "run.scheduled", "run.started", "run.finished", "execution.finished");
        assertThat(events).extracting(ServerEvent::id).isSorted().doesNotHaveDuplicates();
        assertThat(events.get(3).time()).isEqualTo(START);
        assertThat(events.get(3).data())
                .containsEntry("name", "load")
                .containsEntry("execution_id", execution.id().toString())
                .containsEntry("run_id", execution.id() + ".0")
                .containsEntry("attempt", 1)
                .containsEntry("status", "success");
        assertThat(all.next(100)).isEmpty();
    }

    @Test
    void a_failed_attempt_is_told_with_its_error() {
        EventSubscription retries = hub.subscribe(new EventFilter(List.of("run.retried"), null, null), null);
        baton.add(Job.named("load").retry(Retry.fixed(2, Duration.ofSeconds(1))).run(context -> {
            throw new IllegalStateException("no disk");
        }));

        baton.trigger("load");

        assertThat(retries.next(10))
                .singleElement()
                .satisfies(
                        event -> assertThat((String) event.data().get("detail")).contains("no disk"));
    }

    @Test
    void a_subscriber_sees_what_it_asked_for_only() {
        EventSubscription ends = hub.subscribe(new EventFilter(List.of("execution.finished"), "two", null), null);

        run("one");
        run("two");

        assertThat(ends.next(10)).extracting(event -> event.data().get("name")).containsExactly("two");
    }

    @Test
    void the_events_of_a_workflow_include_those_of_its_steps() {
        EventFilter etl = new EventFilter(List.of(), "etl", null);

        assertThat(etl.accepts(event("etl/load"))).isTrue();
        assertThat(etl.accepts(event("etl"))).isTrue();
        assertThat(etl.accepts(event("etl2"))).isFalse();
    }

    @Test
    void who_follows_one_execution_sees_no_other() {
        Execution first = run("one");
        EventSubscription all = hub.subscribe(EventFilter.ALL, null);
        EventSubscription ofFirst =
                hub.subscribe(new EventFilter(List.of(), null, first.id().toString()), null);

        baton.trigger("one");

        assertThat(all.next(10)).hasSize(5);
        assertThat(ofFirst.next(10)).isEmpty();
    }

    @Test
    void who_comes_back_goes_on_after_the_last_event_it_saw() {
        EventSubscription first = hub.subscribe(EventFilter.ALL, null);
        publish(3);
        ServerEvent seen = first.next(1).get(0);

        EventSubscription again = hub.subscribe(EventFilter.ALL, seen.id());

        assertThat(numbers(again.next(10))).containsExactly(2, 3);
    }

    @Test
    void who_was_away_for_too_long_is_told_to_look_at_everything_anew() {
        EventSubscription first = hub.subscribe(EventFilter.ALL, null);
        publish(1);
        String seen = first.next(1).get(0).id();
        publish(11);

        EventSubscription again = hub.subscribe(EventFilter.ALL, seen);

        ServerEvent reset = again.next(10).get(0);
        assertThat(reset.type()).isEqualTo("reset");
        publish(1);
        assertThat(numbers(hub.subscribe(EventFilter.ALL, reset.id()).next(10))).containsExactly(1);
    }

    @Test
    void an_id_of_another_start_leads_to_a_reset() {
        publish(3);

        for (String id : List.of("1700000000000-000000000001", "nonsense", "-", "1-999999999999999999999")) {
            assertThat(hub.subscribe(new EventFilter(List.of("run."), "x", "y"), id)
                            .next(10))
                    .extracting(ServerEvent::type)
                    .containsExactly("reset");
        }
    }

    @Test
    void one_that_reads_too_slowly_is_told_that_it_missed_something() {
        EventSubscription slow = hub.subscribe(EventFilter.ALL, null);
        publish(2);
        slow.next(1);

        publish(12);

        assertThat(slow.next(10)).extracting(ServerEvent::type).containsExactly("reset");
        publish(1);
        assertThat(numbers(slow.next(10))).containsExactly(1);
    }

    @Test
    void everybody_is_told_when_the_engine_was_too_fast() {
        EventSubscription some = hub.subscribe(new EventFilter(List.of("run."), null, null), null);

        hub.eventsLost(7);

        assertThat(some.next(10)).extracting(ServerEvent::type).containsExactly("reset");
    }

    @Test
    void a_subscriber_is_called_when_there_is_news() {
        EventSubscription subscription = hub.subscribe(EventFilter.ALL, null);
        AtomicInteger seen = new AtomicInteger();
        subscription.onNews(() -> seen.addAndGet(subscription.next(100).size()));

        publish(5);

        await().until(() -> seen.get() == 5);
    }

    @Test
    void one_that_has_left_is_forgotten() {
        EventSubscription subscription = hub.subscribe(EventFilter.ALL, null);

        subscription.close();

        assertThat(hub.subscriptions()).isZero();
    }

    private Execution run(String job) {
        baton.add(Job.named(job).run(context -> {}));
        return baton.trigger(job);
    }

    private void publish(int count) {
        for (int number = 1; number <= count; number++) {
            hub.publish("test", Map.of("number", number));
        }
    }

    private static List<Object> numbers(List<ServerEvent> events) {
        return events.stream().map(event -> event.data().get("number")).toList();
    }

    private static ServerEvent event(String name) {
        return new ServerEvent("1", "run.started", START, Map.of("name", name));
    }
}
