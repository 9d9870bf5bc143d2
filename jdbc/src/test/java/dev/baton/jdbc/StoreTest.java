package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.adrift;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.by;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.fire;
import static dev.baton.jdbc.Samples.firing;
import static dev.baton.jdbc.Samples.fullRun;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.in;
import static dev.baton.jdbc.Samples.run;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.policy.Retention;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Claimable;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Mail;
import dev.baton.spi.Store.Refusal;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store on a database does. */
abstract class StoreTest {

    static final Duration LEASE = Duration.ofMinutes(1);
    static final Claimable ANYTHING = new Claimable(List.of("job"), List.of(), List.of());

    Store store;

    /** A store that is not open yet, on the database of this test. */
    abstract Store newStore() throws Exception;

    /** A connection of a user's own. */
    abstract Connection connect() throws SQLException;

    /** Makes everybody believe that the node of the store is dead. */
    abstract void declareDead(Store node) throws SQLException;

    @BeforeEach
    void open() throws Exception {
        store = newStore();
        store.open(LEASE, () -> {});
    }

    @AfterEach
    void close() {
        store.close();
    }

    // ---- creation

    @Test
    void what_was_created_is_found() {
        ExecutionRecord execution = new ExecutionRecord(
                UUID.randomUUID(),
                "job",
                new ExecutionRecord.Cause(Trigger.CATCH_UP, NOW - 1, NOW, NOW + 1, "{\"day\":\"ä\"}", "key"),
                new ExecutionRecord.Place("batch", Set.of("gpu", "say \"a\\b\", {c}"), -3, store.node()),
                new ExecutionRecord.State(UUID.randomUUID(), ExecutionStatus.HELD, 6, NOW + 2, 0));
        store.commit(creating(here(execution)));

        assertThat(store.find(execution.id())).contains(new Stored(execution, List.of()));
    }

    @Test
    void what_is_not_there_is_not_found() {
        assertThat(store.find(UUID.randomUUID())).isEmpty();
    }

    @Test
    void a_commit_made_twice_changes_nothing_the_second_time() {
        ExecutionRecord fired = fire("job", NOW);
        ExecutionRecord keyed = execution("job", NOW, 0, "key");
        ExecutionRecord plain = execution("job");
        Commit commit = new Commit(
                List.of(firing(fired), here(keyed), adrift(plain)),
                List.of(ended(fired, NOW + 9)),
                List.of(run(fired.id(), 0)),
                Map.of(),
                List.of(),
                null);

        assertThat(store.commit(commit)).isEmpty();
        assertThat(store.commit(new Commit(
                        commit.created(), commit.changed(), commit.runs(), commit.plans(), commit.left(), null)))
                .isEmpty();
        assertThat(store.active()).hasSize(2);
        assertThat(store.past("job", 10)).hasSize(1);
    }

    @Test
    void a_fire_creates_one_execution_whoever_comes_first() {
        ExecutionRecord first = fire("job", NOW);
        ExecutionRecord second = fire("job", NOW);

        assertThat(store.commit(creating(firing(first)))).isEmpty();
        assertThat(store.commit(new Commit(
                        List.of(firing(second)), List.of(), List.of(run(second.id(), 0)), Map.of(), List.of(), null)))
                .containsExactly(Map.entry(second.id(), new Refusal.DealtWith()));
        assertThat(store.find(second.id())).isEmpty();
    }

    @Test
    void a_later_fire_deals_with_earlier_ones() {
        store.commit(creating(firing(fire("job", NOW + 5))));
        ExecutionRecord earlier = fire("job", NOW);

        assertThat(store.commit(creating(firing(earlier)))).containsKey(earlier.id());
    }

    @Test
    void a_fire_does_not_jump_over_one_that_was_not_recorded() {
        store.commit(creating(firing(fire("job", NOW))));
        ExecutionRecord third = fire("job", NOW + 2);

        assertThat(store.commit(creating(firing(third, NOW + 1))))
                .containsExactly(Map.entry(third.id(), new Refusal.TooSoon()));
        assertThat(store.commit(creating(firing(fire("job", NOW + 1), NOW), firing(third, NOW + 1))))
                .isEmpty();
    }

    @Test
    void fires_of_one_commit_are_all_created() {
        assertThat(store.commit(creating(
                        firing(fire("job", NOW + 2)), firing(fire("other", NOW)), firing(fire("job", NOW + 1)))))
                .isEmpty();
        assertThat(store.active()).hasSize(3);
    }

    @Test
    void a_key_is_given_to_one_execution() {
        ExecutionRecord first = execution("job", NOW, 0, "key");
        ExecutionRecord second = execution("job", NOW, 0, "key");
        ExecutionRecord third = execution("job", NOW, 0, "another");
        store.commit(creating(here(first)));

        assertThat(store.commit(creating(here(third), here(second))))
                .containsExactly(Map.entry(second.id(), new Refusal.KeyTaken(first.id())));
        assertThat(store.active()).extracting(ExecutionRecord::id).containsExactlyInAnyOrder(first.id(), third.id());
        assertThat(store.withKey("key")).contains(first.id());
        assertThat(store.withKey("no such key")).isEmpty();
    }

    @Test
    void a_key_is_given_to_one_of_two_in_the_same_commit() {
        ExecutionRecord first = execution("job", NOW, 0, "key");
        ExecutionRecord second = execution("job", NOW, 0, "key");

        assertThat(store.commit(creating(here(first), here(second)))).hasSize(1);
        assertThat(store.active()).hasSize(1);
    }

    // ---- runs and states

    @Test
    void runs_are_read_as_they_were_written() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        RunRecord full = fullRun(execution.id(), 2);
        store.commit(running(full, run(execution.id(), -1)));

        List<RunRecord> runs = store.find(execution.id()).orElseThrow().runs();
        assertThat(runs).usingRecursiveFieldByFieldElementComparator().containsExactly(run(execution.id(), -1), full);
    }

    @Test
    void a_run_is_written_over_what_was_known_of_it() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.commit(running(fullRun(execution.id(), 0)));
        store.commit(running(fullRun(execution.id(), 0), run(execution.id(), 0)));

        assertThat(store.find(execution.id()).orElseThrow().runs()).containsExactly(run(execution.id(), 0));
    }

    @Test
    void a_change_is_to_the_state_alone() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        var state = new ExecutionRecord.State(UUID.randomUUID(), ExecutionStatus.HELD, 3, NOW, 0);
        store.commit(changing(with(at(execution, store.node()), state)));

        assertThat(store.find(execution.id()))
                .contains(new Stored(with(at(execution, store.node()), state), List.of()));
    }

    @Test
    void an_ended_execution_has_no_home() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.commit(changing(ended(at(execution, store.node()), NOW + 1)));

        assertThat(store.find(execution.id()).orElseThrow().execution()).isEqualTo(ended(execution, NOW + 1));
    }

    @Test
    void a_change_without_a_home_sets_adrift() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.commit(changing(execution));

        assertThat(claimed(10)).containsExactly(execution.id());
    }

    @Test
    void what_was_created_and_ended_in_between_is_there() {
        ExecutionRecord execution = ended(execution("job"), NOW + 3);
        store.commit(new Commit(
                List.of(here(execution)), List.of(), List.of(run(execution.id(), 0)), Map.of(), List.of(), null));

        assertThat(store.past("job", 1)).containsExactly(execution);
        assertThat(claimed(10)).isEmpty();
    }

    @Test
    void a_plan_is_kept_once() {
        UUID id = UUID.randomUUID();
        Commit commit = new Commit(List.of(), List.of(), List.of(), Map.of(id, new byte[] {1, 2}), List.of(), null);
        store.commit(commit);
        store.commit(commit);

        assertThat(store.plan(id)).containsExactly(1, 2);
    }

    @Test
    void an_error_can_have_any_character() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        RunRecord run = run(execution.id(), 0);
        store.commit(running(new RunRecord(
                run.execution(), 0, "job", run.state(), run.times(), new RunRecord.Result(null, "a\0b\uD800", null))));

        assertThat(store.find(execution.id())
                        .orElseThrow()
                        .runs()
                        .get(0)
                        .result()
                        .error())
                .startsWith("a");
    }

    // ---- claims

    @Test
    void claimed_is_what_is_adrift() {
        ExecutionRecord adrift = execution("job");
        store.commit(creating(adrift(adrift), here(execution("job"))));

        assertThat(store.claim(ANYTHING, 10)).containsExactly(new Stored(at(adrift, store.node()), List.of()));
        assertThat(claimed(10)).isEmpty();
    }

    @Test
    void claimed_executions_come_with_their_runs() {
        ExecutionRecord execution = execution("job");
        store.commit(new Commit(
                List.of(adrift(execution)), List.of(), List.of(run(execution.id(), 0)), Map.of(), List.of(), null));

        assertThat(store.claim(ANYTHING, 10).get(0).runs()).containsExactly(run(execution.id(), 0));
    }

    @Test
    void the_lowest_rank_is_claimed_first() {
        ExecutionRecord late = execution("job", NOW + 2, 0, null);
        ExecutionRecord early = execution("job", NOW + 1, 0, null);
        ExecutionRecord urgent = execution("job", NOW + 60_000_000, 1, null);
        ExecutionRecord waiting = execution("job", NOW + 60_000_001, 0, null);
        ExecutionRecord elsewhere = in(execution("job", NOW + 1, 0, null), "batch", Set.of());
        store.commit(creating(adrift(late), adrift(waiting), adrift(early), adrift(urgent), adrift(elsewhere)));

        assertThat(claimed(4)).containsExactly(urgent.id(), early.id(), elsewhere.id(), late.id());
        assertThat(claimed(4)).containsExactly(waiting.id());
    }

    @Test
    void claimed_are_registered_names_alone() {
        store.commit(creating(adrift(execution("unknown"))));

        assertThat(claimed(10)).isEmpty();
    }

    @Test
    void claimed_are_served_queues_alone() {
        ExecutionRecord batch = in(execution("job"), "batch", Set.of());
        store.commit(creating(adrift(execution("job")), adrift(batch)));

        assertThat(store.claim(new Claimable(List.of("job"), List.of("batch", "other"), List.of()), 10))
                .extracting(stored -> stored.execution().id())
                .containsExactly(batch.id());
    }

    @Test
    void claimed_is_what_needs_no_label_the_claimer_lacks() {
        ExecutionRecord none = in(execution("job"), "default", Set.of());
        ExecutionRecord one = in(execution("job"), "default", Set.of("gpu"));
        ExecutionRecord two = in(execution("job"), "default", Set.of("gpu", "eu"));
        store.commit(creating(adrift(none), adrift(one), adrift(two)));

        assertThat(store.claim(new Claimable(List.of("job"), List.of(), List.of("gpu", "us")), 10))
                .extracting(stored -> stored.execution().id())
                .containsExactlyInAnyOrder(none.id(), one.id());
    }

    @Test
    void no_execution_is_claimed_twice() throws Exception {
        int count = 400;
        store.commit(creating(IntStream.range(0, count)
                .mapToObj(i -> adrift(execution("job")))
                .toArray(Creation[]::new)));
        Callable<List<UUID>> claimer = () -> {
            List<UUID> mine = new ArrayList<>();
            List<UUID> more = claimed(7);
            // Empty-handed now may mean that others had them locked.
            while (!more.isEmpty() || store.active().stream().anyMatch(Commits::isAdrift)) {
                mine.addAll(more);
                more = claimed(7);
            }
            return mine;
        };
        List<UUID> all = new ArrayList<>();
        for (List<UUID> mine : eightTimes(claimer)) {
            all.addAll(mine);
        }

        assertThat(all).hasSize(count).doesNotHaveDuplicates();
    }

    @Test
    void one_that_is_adrift_or_ended_can_be_claimed_by_its_id() {
        ExecutionRecord adrift = execution("unknown");
        ExecutionRecord ended = ended(execution("job"), NOW);
        store.commit(creating(adrift(adrift), here(ended)));

        assertThat(store.claim(adrift.id())).contains(new Stored(at(adrift, store.node()), List.of()));
        assertThat(store.claim(ended.id())).contains(new Stored(at(ended, store.node()), List.of()));
        assertThat(store.claim(UUID.randomUUID())).isEmpty();
    }

    @Test
    void an_ended_execution_that_is_run_again_is_active_again() {
        ExecutionRecord execution = ended(execution("job"), NOW);
        store.commit(creating(here(execution)));
        store.claim(execution.id());
        var state = new ExecutionRecord.State(null, ExecutionStatus.RUNNING, 0, NOW, 0);
        store.commit(changing(with(at(execution, store.node()), state)));

        assertThat(store.active()).containsExactly(with(at(execution, store.node()), state));
        assertThat(store.past("job", 10)).isEmpty();
    }

    // ---- nodes

    @Test
    void a_dead_node_writes_nothing() throws Exception {
        ExecutionRecord execution = execution("job");
        declareDead(store);

        assertThatThrownBy(() -> store.commit(creating(here(execution)))).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.claim(ANYTHING, 1)).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.claim(execution.id())).isInstanceOf(FencedException.class);
        assertThatThrownBy(store::beat).isInstanceOf(FencedException.class);
        assertThat(store.find(execution.id())).isEmpty();
    }

    @Test
    void a_node_that_was_dead_comes_back_as_another() throws Exception {
        UUID former = store.node();
        declareDead(store);
        store.open(LEASE, () -> {});

        assertThat(store.node()).isNotEqualTo(former);
        assertThat(store.commit(creating(here(execution("job"))))).isEmpty();
        store.beat();
    }

    @Test
    void what_a_dead_node_had_to_write_is_not_written_by_the_one_it_became() throws Exception {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        Commit late = by(store.node(), running(run(execution.id(), 0)));
        declareDead(store);
        store.open(LEASE, () -> {});

        assertThatThrownBy(() -> store.commit(late)).isInstanceOf(FencedException.class);
        assertThat(store.find(execution.id()).orElseThrow().runs()).isEmpty();
    }

    @Test
    void what_is_handed_over_is_adrift() throws Exception {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.handOver();
        store.close();
        open();

        assertThat(claimed(10)).containsExactly(execution.id());
    }

    @Test
    void messages_arrive_once_and_in_order() {
        store.send(List.of(new Mail(store.node(), "a"), new Mail(UUID.randomUUID(), "x"), new Mail(store.node(), "b")));
        store.send(List.of(new Mail(store.node(), "c")));

        assertThat(store.receive()).containsExactly("a", "b", "c");
        assertThat(store.receive()).isEmpty();
        store.send(List.of(new Mail(store.node(), "d")));
        assertThat(store.receive()).containsExactly("d");
    }

    // ---- history

    @Test
    void active_ones_come_with_the_oldest_first() {
        ExecutionRecord second = execution("job", NOW + 2, 0, null);
        ExecutionRecord first = execution("job", NOW + 1, 0, null);
        store.commit(creating(adrift(second), here(first), here(ended(execution("job"), NOW))));

        assertThat(store.active()).containsExactly(at(first, store.node()), second);
    }

    @Test
    void past_ones_come_with_the_newest_first() {
        List<UUID> ids = endedAt(NOW + 1, NOW + 3, NOW + 2);
        store.commit(creating(here(ended(execution("other"), NOW + 9))));

        assertThat(store.past("job", 2)).extracting(ExecutionRecord::id).containsExactly(ids.get(1), ids.get(2));
    }

    @Test
    void ended_are_those_that_ended_or_are_not_there() {
        ExecutionRecord active = execution("job");
        store.commit(creating(here(active)));
        UUID past = endedAt(NOW).get(0);
        UUID unknown = UUID.randomUUID();

        assertThat(store.ended(List.of(active.id(), past, unknown))).containsExactly(past, unknown);
    }

    @Test
    void pruning_keeps_a_number_of_each() {
        List<UUID> ids = endedAt(NOW + 1, NOW + 2, NOW + 3, NOW + 4);
        ExecutionRecord other = ended(execution("other"), NOW);
        store.commit(creating(here(other), here(execution("job"))));

        assertThat(store.prune(Retention.count(2), NOW, 100)).isEqualTo(2);
        assertThat(store.past("job", 10)).extracting(ExecutionRecord::id).containsExactly(ids.get(3), ids.get(2));
        assertThat(store.past("other", 10)).hasSize(1);
        assertThat(store.active()).hasSize(1);
    }

    @Test
    void pruning_keeps_none_that_is_too_old() {
        List<UUID> ids = endedAt(NOW - 2_000_000, NOW - 500_000);

        assertThat(store.prune(Retention.standard().withAge(Duration.ofSeconds(1)), NOW, 100))
                .isEqualTo(1);
        assertThat(store.past("job", 10)).extracting(ExecutionRecord::id).containsExactly(ids.get(1));
    }

    @Test
    void pruning_keeps_a_number_of_all_together() {
        endedAt(NOW + 1, NOW + 2);
        store.commit(creating(here(ended(execution("other"), NOW + 3))));

        assertThat(store.prune(Retention.standard().withTotal(2), NOW, 100)).isEqualTo(1);
        assertThat(store.past("job", 10)).hasSize(1);
        assertThat(store.past("other", 10)).hasSize(1);
    }

    @Test
    void pruning_goes_by_small_batches_and_takes_the_runs_along() throws SQLException {
        List<UUID> ids = endedAt(NOW + 1, NOW + 2, NOW + 3, NOW + 4, NOW + 5);
        store.commit(running(ids.stream().map(id -> run(id, 0)).toArray(RunRecord[]::new)));
        Retention none = Retention.count(0);

        assertThat(List.of(store.prune(none, NOW, 2), store.prune(none, NOW, 2), store.prune(none, NOW, 2)))
                .containsExactly(2, 2, 1);
        assertThat(count("baton_run")).isZero();
    }

    // ---- definitions

    @Test
    void a_definition_is_made_when_there_is_none() {
        assertThat(store.definition("job", NOW)).isEqualTo(new Store.DefinitionRecord("job", false, NOW));
        assertThat(store.definition("job", NOW + 1).dealtWith()).isEqualTo(NOW);
    }

    @Test
    void what_is_paused_stays_so_until_it_is_resumed() {
        store.definition("job", NOW);
        store.pause("job", true, NOW + 1);
        store.pause("step", true, NOW + 1);
        assertThat(store.paused()).containsExactly("job", "step");
        assertThat(store.definition("job", NOW)).isEqualTo(new Store.DefinitionRecord("job", true, NOW));

        store.pause("job", false, NOW + 2);
        assertThat(store.paused()).containsExactly("step");
    }

    @Test
    void fires_are_dealt_with_in_one_direction() {
        store.dealtWith("job", NOW + 5);
        store.dealtWith("job", NOW + 3);

        assertThat(store.definition("job", NOW).dealtWith()).isEqualTo(NOW + 5);
    }

    // ---- transactions

    @Test
    void what_a_body_writes_is_committed_with_its_completion() throws SQLException {
        execute("CREATE TABLE ledger (entry text)");
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        try (Store.Transaction transaction = store.begin()) {
            write((JdbcTransaction) transaction, "INSERT INTO ledger VALUES ('paid')");
            store.commit(new Commit(
                    List.of(), List.of(), List.of(run(execution.id(), 0)), Map.of(), List.of(), transaction));
        }

        assertThat(count("ledger")).isEqualTo(1);
        assertThat(store.find(execution.id()).orElseThrow().runs()).hasSize(1);
    }

    @Test
    void what_a_body_writes_is_taken_back_without_its_completion() throws SQLException {
        execute("CREATE TABLE ledger (entry text)");
        try (Store.Transaction transaction = store.begin()) {
            write((JdbcTransaction) transaction, "INSERT INTO ledger VALUES ('paid')");
        }

        assertThat(count("ledger")).isZero();
        store.commit(creating(here(execution("job"))));
    }

    @Test
    void a_dead_nodes_body_writes_nothing() throws SQLException {
        execute("CREATE TABLE ledger (entry text)");
        declareDead(store);
        try (Store.Transaction transaction = store.begin()) {
            write((JdbcTransaction) transaction, "INSERT INTO ledger VALUES ('paid')");
            Commit commit = new Commit(List.of(), List.of(), List.of(), Map.of(), List.of(), transaction);
            assertThatThrownBy(() -> store.commit(commit)).isInstanceOf(FencedException.class);
        }

        assertThat(count("ledger")).isZero();
    }

    @Test
    void what_a_user_enqueues_exists_when_the_user_commits() throws SQLException {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            UUID id = Enqueue.enqueue(connection, "job", Map.of("count", 5L), "order-1");
            if (store.isShared()) {
                assertThat(store.find(id)).isEmpty();
            }
            connection.commit();

            Stored stored = store.claim(ANYTHING, 10).get(0);
            assertThat(stored.execution().id()).isEqualTo(id);
            assertThat(stored.execution().cause().trigger()).isEqualTo(Trigger.SUBMIT);
            assertThat(store.codec()
                            .decodeAll(
                                    stored.execution().cause().parameters(),
                                    getClass().getClassLoader()))
                    .isEqualTo(Map.of("count", 5L));
        }
    }

    @Test
    void what_a_user_enqueues_does_not_exist_when_the_user_rolls_back() throws SQLException {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            Enqueue.enqueue(connection, "job", Map.of(), null);
            connection.rollback();
        }

        assertThat(store.active()).isEmpty();
    }

    @Test
    void a_user_enqueues_one_execution_under_a_key() throws SQLException {
        try (Connection connection = connect()) {
            List<UUID> ids = Enqueue.enqueue(
                    connection,
                    List.of(
                            new Enqueue.Request("job", Map.of(), "key"),
                            new Enqueue.Request("job", Map.of(), null),
                            new Enqueue.Request("job", Map.of(), "key")));

            assertThat(ids.get(2)).isEqualTo(ids.get(0)).isNotEqualTo(ids.get(1));
        }
        assertThat(claimed(10)).hasSize(2);
    }

    // ---- the schema

    @Test
    void a_newer_schema_is_refused() throws Exception {
        execute("INSERT INTO baton_schema VALUES (7)");
        store.close();

        try (Store other = newStore()) {
            assertThatThrownBy(() -> other.open(LEASE, () -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the schema is version 7, this Baton knows up to 1");
        }
    }

    @Test
    void tables_made_by_hand_are_used() throws Exception {
        store.close();
        for (String table : List.of("schema", "node", "definition", "plan", "execution", "run", "mail")) {
            execute("DROP TABLE baton_" + table);
        }
        if (store.isShared()) {
            execute("DROP TABLE baton_gate, baton_ticket, baton_pass");
        }
        execute(Stores.ddl(store.isShared() ? Dialect.POSTGRES : Dialect.SQLITE));
        open();

        assertThat(store.commit(creating(here(execution("job"))))).isEmpty();
    }

    List<UUID> claimed(int most) {
        return store.claim(ANYTHING, most).stream()
                .map(stored -> stored.execution().id())
                .toList();
    }

    List<UUID> endedAt(long... times) {
        List<UUID> ids = new ArrayList<>();
        for (long time : times) {
            ExecutionRecord execution = ended(execution("job"), time);
            store.commit(creating(here(execution)));
            ids.add(execution.id());
        }
        return ids;
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String one : sql.split(";\\s*\n", -1)) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
        }
    }

    static void write(JdbcTransaction transaction, String sql) throws SQLException {
        try (Statement statement = transaction.connection().createStatement()) {
            statement.execute(sql);
        }
    }

    int count(String table) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    static <T> List<T> eightTimes(Callable<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(java.util.Collections.nCopies(8, task))) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
