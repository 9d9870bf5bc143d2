package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Trigger;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how every store joins the transactions of callers, and the tables that it creates. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class StoreTransactionsTest extends StoreFixture {

    StoreTransactionsTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

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

            Stored stored = store.claim(ANYTHING, LATER, 10).get(0);
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
        execute("INSERT INTO baton_schema VALUES ('engine', 8)");
        store.close();

        try (Store other = newStore()) {
            assertThatThrownBy(() -> other.open(LEASE, () -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "engine tables: the schema is version 8, this Baton knows up to 2; a newer Baton made it:"
                                    + " use that one or a later one");
        }
    }

    @Test
    void a_schema_from_before_the_first_release_is_refused() throws Exception {
        for (int version = 3; version <= 7; version++) {
            execute("INSERT INTO baton_schema VALUES ('engine', " + version + ")");
        }
        store.close();

        try (Store other = newStore()) {
            assertThatThrownBy(() -> other.open(LEASE, () -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "engine tables: the schema is version 7, this Baton knows up to 2; a development build from"
                                    + " before the first release made it, or a newer Baton: use that one, or start with a new"
                                    + " database");
        }
    }

    @Test
    void tables_made_by_hand_are_used() throws Exception {
        store.close();
        execute("DROP VIEW baton_executions");
        execute("DROP VIEW baton_runs");
        for (String table : List.of(
                "schema",
                "node",
                "definition",
                "plan",
                "execution",
                "ended",
                "awaited",
                "key",
                "run",
                "message",
                "schedule")) {
            execute("DROP TABLE baton_" + table);
        }
        if (store.isShared()) {
            execute("DROP TABLE baton_gate, baton_permit, baton_admission");
        } else {
            execute("DROP VIEW baton_claimed");
            execute("DROP TABLE baton_claim");
            execute("DROP TABLE baton_number");
        }
        execute(Stores.ddl(store.isShared() ? Dialect.POSTGRES : Dialect.SQLITE));
        open();

        assertThat(store.commit(creating(here(execution("job"))))).isEmpty();
    }
}
