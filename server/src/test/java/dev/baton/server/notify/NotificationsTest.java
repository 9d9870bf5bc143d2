package dev.baton.server.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Job;
import dev.baton.Workflow;
import dev.baton.server.store.ComponentTables;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.GuardedHttp;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocketFactory;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests notifications on every database. */
abstract class NotificationsTest {

    private final TestClock clock = new TestClock();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Channel> channels = new HashMap<>();
    private DataSource database;
    private Receiver receiver;
    private Receiver other;
    private Notifications notifications;
    private BatonTest baton;

    abstract DataSource database();

    @BeforeEach
    void start() throws Exception {
        database = database();
        receiver = new Receiver();
        other = new Receiver();
        channel("ops", receiver, Channel.DEFAULT_ON);
        notifications = open();
        baton = BatonTest.startingAt("2026-11-15T00:00:00Z", settings -> settings.listen(notifications));
    }

    @AfterEach
    void end() {
        baton.close();
        notifications.close();
        receiver.close();
        other.close();
        threads.shutdownNow();
    }

    @Test
    void a_failure_is_told_with_its_error() throws Exception {
        baton.add(job("load")).failing("load");

        baton.trigger("load");
        notifications.deliverNow();

        assertThat(receiver.received()).singleElement().satisfies(request -> {
            assertThat(request.text("event")).isEqualTo("failure");
            assertThat(request.text("type")).isEqualTo("job");
            assertThat(request.text("name")).isEqualTo("load");
            assertThat(request.text("detail")).isNotEmpty();
        });
    }

    @Test
    void the_first_success_after_failures_is_a_recovery_and_the_next_is_no_news() throws Exception {
        baton.add(job("load")).failing("load");
        baton.trigger("load");
        baton.trigger("load");
        baton.assume("load", Assumption.succeeds());

        baton.trigger("load");
        baton.trigger("load");
        notifications.deliverNow();

        assertThat(receiver.events()).containsExactlyInAnyOrder("failure", "failure", "recovery");
    }

    @Test
    void a_recovery_is_noticed_after_a_restart_too() throws Exception {
        baton.add(job("load")).failing("load");
        baton.trigger("load");
        baton.close();
        notifications.close();

        notifications = open();
        baton = BatonTest.startingAt("2026-11-15T01:00:00Z", settings -> settings.listen(notifications));
        baton.add(job("load"));
        baton.trigger("load");
        notifications.deliverNow();

        assertThat(receiver.events()).containsExactlyInAnyOrder("failure", "recovery");
    }

    @Test
    void a_channel_that_wants_successes_is_told_of_a_recovery_as_one() throws Exception {
        channel("ops", receiver, Set.of(NotifyOn.SUCCESS));
        baton.add(job("load")).failing("load");
        baton.trigger("load");
        baton.assume("load", Assumption.succeeds());

        baton.trigger("load");
        notifications.deliverNow();

        assertThat(receiver.events()).containsExactly("success");
    }

    @Test
    void a_workflow_is_told_of_once_and_its_steps_are_not() throws Exception {
        baton.add(Workflow.define(
                "etl",
                workflow -> workflow.run("load", context -> {
                    throw new IllegalStateException("no disk");
                })));

        baton.trigger("etl");
        notifications.deliverNow();

        assertThat(receiver.received()).singleElement().satisfies(request -> {
            assertThat(request.text("type")).isEqualTo("workflow");
            assertThat(request.text("name")).isEqualTo("etl");
        });
    }

    @Test
    void a_missed_deadline_is_told_while_the_workflow_goes_on() throws Exception {
        baton.add(Workflow.define("etl", workflow -> {
                    workflow.run("load", context -> {});
                    workflow.deadline(Duration.ofMinutes(1));
                }))
                .taking("etl/load", Duration.ofMinutes(5));

        baton.trigger("etl");
        baton.advance(Duration.ofMinutes(2));
        notifications.deliverNow();

        assertThat(receiver.events()).containsExactly("deadline");
    }

    @Test
    void what_somebody_cancelled_is_not_told() throws Exception {
        baton.add(job("load")).taking("load", Duration.ofMinutes(5));

        baton.trigger("load").cancel();
        baton.settle();
        notifications.deliverNow();

        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void what_is_not_taken_is_sent_again_with_the_same_id_after_longer_and_longer_pauses() throws Exception {
        receiver.answers(503);
        fail("load");
        notifications.deliverNow();
        clock.advance(Delivery.FIRST_PAUSE.minusMillis(1));
        notifications.deliverNow();
        assertThat(receiver.received()).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        notifications.deliverNow();
        assertThat(receiver.received()).hasSize(2);
        clock.advance(Delivery.FIRST_PAUSE);
        notifications.deliverNow();
        assertThat(receiver.received()).hasSize(2);

        receiver.answers(200);
        clock.advance(Delivery.FIRST_PAUSE);
        notifications.deliverNow();
        clock.advance(Duration.ofDays(2));
        notifications.deliverNow();

        assertThat(receiver.received()).hasSize(3);
        assertThat(receiver.received())
                .extracting(request -> request.text("id"))
                .containsOnly(receiver.received().get(0).text("id"));
    }

    @Test
    void what_is_not_taken_for_a_day_is_given_up() throws Exception {
        receiver.answers(503);
        fail("load");
        for (int hour = 0; hour < 26; hour++) {
            notifications.deliverNow();
            clock.advance(Delivery.LONGEST_PAUSE);
        }

        assertThat(states()).containsExactly("given_up");
    }

    @Test
    void a_receiver_that_is_down_does_not_hold_up_another() throws Exception {
        channel("chat", other, Channel.DEFAULT_ON);
        receiver.answers(503);
        for (int i = 0; i < 120; i++) {
            fail("load");
        }

        notifications.deliverNow();

        assertThat(other.received()).hasSize(120);
        assertThat(receiver.received()).hasSizeLessThan(10);
    }

    @Test
    void what_was_not_sent_before_the_end_is_sent_after_the_next_start() throws Exception {
        fail("load");
        notifications.close();

        try (Notifications next = open()) {
            next.deliverNow();
            assertThat(receiver.events()).containsExactly("failure");
        }
    }

    @Test
    void of_two_nodes_one_sends_a_letter() throws Exception {
        ComponentTables tables = Outbox.tables(database);
        Outbox here = new Outbox(tables);
        Outbox there = new Outbox(tables);
        fail("load");
        Letter seenByBoth = here.due(clock.instant(), 10).get(0);

        assertThat(here.claim(seenByBoth, clock.instant().plus(Delivery.CLAIMED)))
                .isTrue();
        assertThat(there.claim(seenByBoth, clock.instant().plus(Delivery.CLAIMED)))
                .isFalse();
        assertThat(there.due(clock.instant(), 10)).isEmpty();
        assertThat(there.due(clock.instant().plus(Delivery.CLAIMED), 10)).hasSize(1);
    }

    @Test
    void a_letter_to_a_channel_that_is_gone_is_given_up() throws Exception {
        fail("load");
        channels.clear();

        notifications.deliverNow();

        assertThat(states()).containsExactly("given_up");
    }

    @Test
    void letters_are_removed_when_they_are_old_and_not_before_they_are_sent() throws Exception {
        Outbox outbox = new Outbox(Outbox.tables(database));
        fail("load");
        clock.advance(Duration.ofDays(1));
        assertThat(outbox.prune(clock.instant())).isZero();
        notifications.deliverNow();

        assertThat(outbox.prune(clock.instant())).isEqualTo(1);
    }

    @Test
    void a_thread_sends_what_comes() {
        notifications.start();

        fail("load");

        await().until(() -> receiver.received().size() == 1);
    }

    private void fail(String job) {
        baton.baton().put(job(job));
        baton.failing(job);
        baton.trigger(job);
    }

    private static Job job(String name) {
        return Job.named(name).run(context -> {});
    }

    private void channel(String name, Receiver to, Set<NotifyOn> on) {
        channels.put(name, new Channel(name, on, new Target.Webhook(to.uri(), "secret")));
    }

    private Notifications open() {
        GuardedHttp http = new GuardedHttp(new AddressGuard(Allowed.PRIVATE), threads);
        Sender sender = new Sender(http, (SSLSocketFactory) SSLSocketFactory.getDefault(), clock);
        return new Notifications(database, new AllForJobAndWorkflow(channels), sender, clock);
    }

    private List<String> states() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT state FROM baton_notification")) {
            List<String> states = new ArrayList<>();
            while (row.next()) {
                states.add(row.getString(1));
            }
            return states;
        }
    }

    /** All channels are named by the job {@code load} and the workflow {@code etl}. */
    private record AllForJobAndWorkflow(Map<String, Channel> all) implements Channels {

        @Override
        public Optional<Channel> named(String name) {
            return Optional.ofNullable(all.get(name));
        }

        @Override
        public List<Channel> ofJob(String name) {
            return name.equals("load") ? List.copyOf(all.values()) : List.of();
        }

        @Override
        public List<Channel> ofWorkflow(String name) {
            return name.equals("etl") ? List.copyOf(all.values()) : List.of();
        }
    }
}
