package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.fire;
import static dev.baton.jdbc.Samples.firing;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.in;
import static dev.baton.jdbc.Samples.run;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Submission;
import dev.baton.jdbc.InDoubtCommits.Outcome;
import dev.baton.spi.CallerTransaction;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Message;
import dev.baton.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresStoreTest extends StoreFixture {

    PostgresStoreTest() {
        super(TestDatabase.Kind.POSTGRES.fresh());
    }

    private Store openAnother() {
        return openAnother(() -> {});
    }

    private Store openAnother(Runnable wakeUp) {
        Store other = newStore();
        other.open(LEASE, wakeUp);
        return other;
    }

    @Test
    void tables_can_be_made_by_hand_with_a_call_that_expects_no_rows() throws SQLException {
        try (Connection connection = RealPostgres.freshSchema().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(Stores.ddl(Dialect.POSTGRES))).isZero();
        }
    }

    @Test
    void the_executions_of_a_dead_node_are_unowned() throws SQLException {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        try (Store other = openAnother()) {
            execute("UPDATE baton_node SET expires = now() - interval '1 second' WHERE id = '" + store.node() + "'");

            assertThat(other.beat().unowned()).isTrue();
            assertThat(other.claim(ANYTHING, LATER, 10))
                    .extracting(stored -> stored.execution().id())
                    .containsExactly(execution.id());
            assertThatThrownBy(store::beat).isInstanceOf(FencedException.class);
        }
    }

    private List<ExecutionRecord> storeInOrder(int count) {
        List<ExecutionRecord> executions = IntStream.range(0, count)
                .mapToObj(i -> execution("job", NOW + i, 0, null))
                .toList();
        store.commit(creating(executions.stream().map(Samples::unowned).toArray(Store.Creation[]::new)));
        return executions;
    }

    @Test
    void large_claims_go_on_where_the_last_one_ended() {
        List<UUID> inOrder = storeInOrder(350).stream().map(ExecutionRecord::id).toList();

        assertThat(claimed(100)).isEqualTo(inOrder.subList(0, 100));
        assertThat(claimed(100)).isEqualTo(inOrder.subList(100, 200));
        assertThat(claimed(100)).isEqualTo(inOrder.subList(200, 300));
        assertThat(claimed(100)).isEqualTo(inOrder.subList(300, 350));
        assertThat(claimed(100)).isEmpty();
    }

    @Test
    void a_large_claim_that_finds_too_few_also_takes_what_came_before_the_last_one() {
        storeInOrder(150);
        assertThat(claimed(100)).hasSize(100);
        ExecutionRecord urgent = execution("job", NOW, 1, null);
        ExecutionRecord elsewhere = in(execution("job", NOW, 1, null), "batch", Set.of());
        store.commit(creating(unowned(urgent), unowned(elsewhere)));

        assertThat(claimed(100)).hasSize(52).startsWith(urgent.id(), elsewhere.id());
    }

    @Test
    void what_is_urgent_waits_for_no_more_than_a_moment_while_large_claims_follow_each_other() {
        storeInOrder(350);
        assertThat(claimed(100)).hasSize(100);
        ExecutionRecord urgent = execution("job", NOW, 1, null);
        store.commit(creating(unowned(urgent)));

        assertThat(store.claim(ANYTHING, LATER + 250_000, 100)
                        .get(0)
                        .execution()
                        .id())
                .isEqualTo(urgent.id());
    }

    @Test
    void a_sign_of_life_tells_who_else_is_alive() {
        try (Store other = openAnother()) {
            assertThat(store.beat().others()).containsExactly(other.node());
            other.handOver();
            assertThat(store.beat().others()).isEmpty();
        }
    }

    @Test
    void a_node_that_is_writing_is_not_declared_dead_and_a_sign_of_life_does_not_wait() throws SQLException {
        try (Store other = openAnother();
                Connection writing = connect();
                Statement statement = writing.createStatement()) {
            writing.setAutoCommit(false);
            statement.execute("SELECT 1 FROM baton_node WHERE id = '" + store.node() + "' FOR KEY SHARE");
            execute("UPDATE baton_node SET expires = now() - interval '1 second' WHERE id = '" + store.node() + "'");
            assertThat(other.beat().others()).containsExactly(store.node());
            store.beat();
            writing.rollback();
        }
    }

    @Test
    void a_process_that_stops_in_the_middle_of_a_transaction_loses_its_lock() throws Exception {
        PostgresFence fence = new PostgresFence();
        fence.lease(1);
        try (Store other = openAnother();
                Connection stopped = connect()) {
            stopped.setAutoCommit(false);
            fence.enter(stopped, store.node());
            execute("UPDATE baton_node SET expires = now() - interval '1 second' WHERE id = '" + store.node() + "'");

            // Waits for the lock, which the database takes away after a second.
            execute("SELECT 1 FROM baton_node WHERE id = '" + store.node() + "' FOR UPDATE");
            assertThat(other.beat().others()).isEmpty();
        }
    }

    @Test
    void a_commit_made_again_leaves_alone_what_another_node_has_taken_meanwhile() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.commit(changing(at(execution, store.node())));
        store.release(List.of(execution.id()));
        try (Store other = openAnother()) {
            other.claim(execution.id());
            store.commit(changing(at(execution, store.node())));

            assertThat(store.find(execution.id())
                            .orElseThrow()
                            .execution()
                            .place()
                            .owner())
                    .isEqualTo(other.node());
        }
    }

    @Test
    void eight_nodes_open_an_empty_database_at_once() throws Exception {
        DataSource empty = RealPostgres.freshDatabase();
        List<Store> stores = eightTimes(() -> {
            Store one = Stores.postgres(empty);
            one.open(LEASE, () -> {});
            return one;
        });

        assertThat(stores.get(0).beat().others()).hasSize(7);
        stores.forEach(Store::close);
    }

    @Test
    void eight_nodes_make_one_execution_of_a_fire_and_one_of_a_key() throws Exception {
        List<Store> stores = eightTimes(this::openAnother);
        AtomicInteger next = new AtomicInteger();
        eightTimes(() -> {
            Store one = stores.get(next.getAndIncrement());
            for (int i = 0; i < 20; i++) {
                one.commit(creating(
                        firing(fire("b", NOW + i)),
                        firing(fire("a", NOW + i)),
                        here(execution("c", NOW, 0, "key" + (20 - i))),
                        here(execution("c", NOW, 0, "key" + i))));
            }
            return true;
        });

        assertThat(store.active())
                .filteredOn(execution -> execution.name().equals("c"))
                .hasSize(21);
        assertThat(store.active())
                .filteredOn(execution -> !execution.name().equals("c"))
                .extracting(execution -> execution.name() + execution.cause().scheduled())
                .doesNotHaveDuplicates();
        stores.forEach(Store::close);
    }

    @Test
    void after_its_connections_were_killed_a_store_goes_on() throws SQLException {
        store.paused();
        killConnections("true");

        assertThatThrownBy(store::paused).isInstanceOf(StoreUnavailableException.class);
        assertThat(store.paused()).isEmpty();
        assertThat(store.commit(creating(here(execution("job"))))).isEmpty();
    }

    @Test
    void a_login_that_is_refused_while_the_store_is_open_is_an_outage() {
        PGSimpleDataSource login = RealPostgres.withOwnLogin(RealPostgres.freshSchema());
        try (Store open = Stores.postgres(login)) {
            open.open(LEASE, () -> {});
            RealPostgres.forbidLogin(login);
            // At the latest the second commit finds no connection that is left.
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> open.commit(creating(here(execution("job")))))
                        .isInstanceOf(StoreUnavailableException.class);
            }
            RealPostgres.allowLogin(login);
            assertThat(open.commit(creating(here(execution("job"))))).isEmpty();
        }
    }

    @Test
    void a_login_that_is_refused_when_the_store_is_opened_is_said_at_once() {
        PGSimpleDataSource login = RealPostgres.withOwnLogin(RealPostgres.freshSchema());
        RealPostgres.forbidLogin(login);
        try (Store refused = Stores.postgres(login)) {
            assertThatThrownBy(() -> refused.open(LEASE, () -> {})).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void a_transaction_whose_connection_was_killed_is_over() throws SQLException {
        execute("CREATE TABLE ledger (entry text)");
        try (Store.Transaction transaction = store.begin()) {
            write((JdbcTransaction) transaction, "INSERT INTO ledger VALUES ('paid')");
            killConnections("state LIKE 'idle in transaction%'");
            Commit commit = new Commit(List.of(), List.of(), List.of(), Map.of(), List.of(), transaction);
            assertThatThrownBy(() -> store.commit(commit)).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> store.commit(commit))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the body has to run again");
        }
        assertThat(count("ledger")).isZero();
    }

    @Test
    void a_commit_whose_answer_was_lost_is_not_made_twice() throws Exception {
        LossyDataSource lossy = new LossyDataSource(database.source());
        try (Store unlucky = Stores.postgres(lossy.dataSource())) {
            unlucky.open(LEASE, () -> {});
            ExecutionRecord execution = execution("job");
            unlucky.commit(creating(here(execution)));
            execute("CREATE TABLE ledger (entry text)");
            execute("CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$"
                    + " BEGIN INSERT INTO ledger VALUES ('written'); RETURN NEW; END $$");
            execute("CREATE TRIGGER note AFTER INSERT OR UPDATE ON baton_run FOR EACH ROW EXECUTE FUNCTION note()");
            Commit commit = running(run(execution.id(), 0));
            // Not just the next one: the store listens on a connection of its own.
            lossy.loseNextAnswerTo("INTO baton_run");

            assertThatThrownBy(() -> unlucky.commit(commit)).isInstanceOf(StoreUnavailableException.class);
            assertThat(unlucky.commit(commit)).isEmpty();
        }
        assertThat(count("ledger")).isEqualTo(1);
    }

    @Test
    void a_commit_of_a_body_whose_answer_was_lost_is_known_to_have_taken_effect() throws Exception {
        LossyDataSource lossy = new LossyDataSource(database.source());
        execute("CREATE TABLE ledger (entry text)");
        try (Store unlucky = Stores.postgres(lossy.dataSource())) {
            unlucky.open(LEASE, () -> {});
            ExecutionRecord execution = execution("job");
            unlucky.commit(creating(here(execution)));
            try (Store.Transaction transaction = unlucky.begin()) {
                write((JdbcTransaction) transaction, "INSERT INTO ledger VALUES ('paid')");
                Commit commit = new Commit(
                        List.of(), List.of(), List.of(run(execution.id(), 0)), Map.of(), List.of(), transaction);
                lossy.loseNextAnswerTo("INTO baton_run");

                assertThat(unlucky.commit(commit)).isEmpty();
                assertThat(lossy.hasLostIt()).isTrue();
            }
        }
        assertThat(count("ledger")).isEqualTo(1);
    }

    @Test
    void how_a_transaction_ended_is_not_known_while_the_server_is_at_it() throws SQLException {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        Commit commit = running(run(execution.id(), 0));
        try (Connection connection = connect();
                Connection other = connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            long transaction;
            try (ResultSet row = statement.executeQuery("SELECT txid_current()")) {
                row.next();
                transaction = row.getLong(1);
            }
            assertThat(InDoubtCommits.outcome(connection, transaction, commit)).isEqualTo(Outcome.NOT_YET_KNOWN);

            other.rollback();
            assertThat(InDoubtCommits.outcome(connection, transaction, commit)).isEqualTo(Outcome.DID_NOT);
        }
    }

    @Test
    void a_transaction_that_got_the_number_of_one_lost_in_a_crash_is_not_taken_for_it() throws SQLException {
        assertNotTakenForCommitted("txid_current()");
    }

    @Test
    void a_transaction_lost_in_a_crash_whose_number_nobody_has_yet_was_not_committed() throws SQLException {
        assertNotTakenForCommitted("txid_current() + 1000000");
    }

    private void assertNotTakenForCommitted(String number) throws SQLException {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            long lost;
            try (ResultSet row = statement.executeQuery("SELECT " + number)) {
                row.next();
                lost = row.getLong(1);
            }

            assertThat(InDoubtCommits.tookEffect(connection, lost, running(run(execution.id(), 0))))
                    .isFalse();
        }
    }

    @Test
    void a_caller_whose_connection_does_not_find_the_tables_is_refused() throws SQLException {
        try (Connection elsewhere = RealPostgres.freshSchema().getConnection()) {
            CallerTransaction transaction = Enqueue.in(elsewhere);

            assertThatThrownBy(() -> transaction.enqueue(List.of(Submission.of("job"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("baton_execution");
        }
    }

    @Test
    void unowned_executions_and_messages_wake_other_nodes_up() throws Exception {
        Semaphore woken = new Semaphore(0);
        try (Store other = openAnother(woken::release)) {
            await(woken);
            store.commit(creating(unowned(execution("job"))));
            await(woken);
            store.send(List.of(new Message(other.node(), "hello")));
            await(woken);
            try (Connection connection = connect()) {
                Enqueue.enqueue(connection, "job", Map.of(), null);
            }
            await(woken);
        }
    }

    @Test
    void nodes_in_a_schema_whose_name_is_as_long_as_it_may_be_wake_each_other_up() throws Exception {
        PGSimpleDataSource source = RealPostgres.freshSchema();
        // 62 of the 63 bytes that a name may have.
        String schema = "\"" + "é".repeat(31) + "\"";
        RealPostgres.execute(source, "CREATE SCHEMA " + schema);
        source.setCurrentSchema(schema);
        Semaphore woken = new Semaphore(0);
        try (Store one = Stores.postgres(source);
                Store other = Stores.postgres(source)) {
            one.open(LEASE, () -> {});
            other.open(LEASE, woken::release);
            await(woken);
            one.send(List.of(new Message(other.node(), "hello")));
            await(woken);
        }
    }

    @Test
    void a_node_is_not_woken_by_itself_nor_by_messages_to_others() throws Exception {
        Semaphore woken = new Semaphore(0);
        try (Store other = openAnother(woken::release)) {
            await(woken);
            other.commit(creating(unowned(execution("job"))));
            store.send(List.of(new Message(store.node(), "not for others")));
            store.commit(creating(unowned(execution("job"))));
            await(woken);
            assertThat(woken.tryAcquire()).isFalse();
        }
    }

    @Test
    void a_listener_whose_connection_was_killed_listens_again() throws Exception {
        Semaphore woken = new Semaphore(0);
        try (Store other = openAnother(woken::release)) {
            await(woken);
            killConnections("query LIKE 'LISTEN%'");
            await(woken);
            store.send(List.of(new Message(other.node(), "hello")));
            await(woken);
        }
    }

    @Test
    void the_databases_clock_counts() {
        long ahead = store.clockAhead(System.currentTimeMillis() * 1_000 - 5_000_000);

        assertThat(ahead).isBetween(4_000_000L, 6_000_000L);
    }

    @Test
    void connections_go_back_as_they_came() throws SQLException {
        LossyDataSource watched = new LossyDataSource(database.source(), connection -> {
            try {
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        });
        try (Store other = Stores.postgres(watched.dataSource())) {
            other.open(LEASE, () -> {});
            other.commit(creating(here(execution("job"))));
        }

        assertThat(watched.isolationsAtClose()).isNotEmpty().containsOnly(Connection.TRANSACTION_SERIALIZABLE);
    }

    private void killConnections(String which) throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <>"
                + " pg_backend_pid() AND " + which);
    }

    private static void await(Semaphore semaphore) throws InterruptedException {
        assertThat(semaphore.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }
}
