package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Sleeper;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lists of claimed executions that a SQLite file has for the process after one that dies. */
class SqliteClaimListsTest extends StoreFixture {

    SqliteClaimListsTest() {
        super(TestDatabase.Kind.SQLITE.fresh());
    }

    /** Claims as many new executions as this. */
    private List<ExecutionRecord> claim(int count) {
        store.commit(creating(IntStream.range(0, count)
                .mapToObj(i -> unowned(execution("job")))
                .toArray(Creation[]::new)));
        return store.claim(ANYTHING, LATER, count).stream()
                .map(Stored::execution)
                .toList();
    }

    /** Creates executions without an owner, in the order in which they are claimed. */
    private List<UUID> free(int count) {
        List<ExecutionRecord> executions = IntStream.range(0, count)
                .mapToObj(i -> execution("job", NOW + i, 0, null))
                .toList();
        store.commit(creating(executions.stream().map(Samples::unowned).toArray(Creation[]::new)));
        return executions.stream().map(ExecutionRecord::id).toList();
    }

    private void end(List<ExecutionRecord> executions) {
        store.commit(
                changing(executions.stream().map(one -> ended(one, NOW + 1)).toArray(ExecutionRecord[]::new)));
    }

    private void die() {
        store.close();
        open();
    }

    /** The executions whose owner died, according to the file. */
    private List<UUID> orphans() {
        return store.active().stream()
                .filter(execution -> execution.state().hasLostOwner())
                .map(ExecutionRecord::id)
                .toList();
    }

    private List<Integer> lengths() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT length(executions) / 16 FROM baton_claim ORDER BY id")) {
            List<Integer> lengths = new ArrayList<>();
            while (row.next()) {
                lengths.add(row.getInt(1));
            }
            return lengths;
        }
    }

    @Test
    void what_a_process_had_claimed_when_it_died_has_lost_its_owner() {
        List<ExecutionRecord> claimed = claim(3);
        end(claimed.subList(0, 1));
        ExecutionRecord free = execution("job");
        store.commit(creating(unowned(free)));

        die();

        assertThat(orphans())
                .containsExactlyInAnyOrder(claimed.get(1).id(), claimed.get(2).id());
        assertThat(claimed(10)).hasSize(3);
    }

    @Test
    void what_a_process_had_put_to_sleep_or_released_is_not_lost_with_it() {
        List<ExecutionRecord> claimed = claim(3);
        store.putToSleep(List.of(new Sleeper(claimed.get(0).id(), LATER)));
        store.release(List.of(claimed.get(1).id()));

        die();

        assertThat(orphans()).containsExactly(claimed.get(2).id());
    }

    @Test
    void what_was_run_again_after_its_end_and_released_is_not_lost() {
        List<ExecutionRecord> claimed = claim(2);
        end(claimed.subList(0, 1));
        store.claim(claimed.get(0).id());
        store.commit(changing(at(claimed.get(0), store.node())));
        store.release(List.of(claimed.get(0).id()));

        die();

        assertThat(orphans()).containsExactly(claimed.get(1).id());
    }

    @Test
    void what_is_claimed_is_shown_with_its_owner() {
        UUID id = claim(1).get(0).id();

        assertThat(store.look(id).orElseThrow().place().owner()).isEqualTo(store.node());
        assertThat(store.owned()).containsExactly(id);
        store.release(List.of(id));
        assertThat(store.look(id).orElseThrow().place().owner()).isNull();
        assertThat(store.owned()).isEmpty();
        assertThat(claimed(1)).containsExactly(id);
    }

    @Test
    void a_list_is_removed_when_all_of_it_has_ended_and_shortened_when_most_of_it_has() throws SQLException {
        List<ExecutionRecord> over = claim(5);
        List<ExecutionRecord> mostlyOver = claim(8);
        List<ExecutionRecord> halfOver = claim(8);
        assertThat(lengths()).containsExactly(5, 8, 8);
        end(over);
        end(mostlyOver.subList(2, 8));
        end(halfOver.subList(4, 8));
        claim(1);

        assertThat(lengths()).containsExactlyInAnyOrder(2, 8, 1);
        die();
        assertThat(orphans()).hasSize(2 + 4 + 1);
        assertThat(lengths()).isEmpty();
    }

    @Test
    void what_ended_in_a_transaction_that_failed_is_claimed_still() throws SQLException {
        List<ExecutionRecord> claimed = claim(2);
        execute("CREATE TRIGGER fails BEFORE INSERT ON baton_ended BEGIN SELECT RAISE(ABORT, 'no'); END");

        assertThatThrownBy(() -> end(claimed)).hasMessageContaining("no");
        assertThat(claimed(10)).isEmpty();
        execute("DROP TRIGGER fails");
        end(claimed);
        assertThat(store.active()).isEmpty();
    }

    @Test
    void a_claim_takes_others_in_place_of_those_that_ended_since_it_read_them() {
        List<UUID> ready = free(4);
        end(store.claim(ANYTHING, LATER, 1).stream().map(Stored::execution).toList());

        List<Stored> claimed = ((SqliteStore) store).claim(ANYTHING, LATER, 2, ready.subList(0, 2));

        assertThat(claimed).extracting(stored -> stored.execution().id()).containsExactly(ready.get(1), ready.get(2));
        assertThat(claimed(10)).containsExactly(ready.get(3));
    }

    @Test
    void a_claim_takes_others_in_place_of_those_that_were_claimed_since_it_read_them() {
        List<UUID> ready = free(300);
        claimed(150);

        List<Stored> claimed = ((SqliteStore) store).claim(ANYTHING, LATER, 120, ready.subList(0, 120));

        assertThat(claimed)
                .extracting(stored -> stored.execution().id())
                .containsExactlyElementsOf(ready.subList(150, 270));
    }

    @Test
    void an_end_that_memory_hears_of_late_does_not_end_a_later_claim() throws SQLException {
        ExecutionRecord execution = execution("job");
        UUID id = execution.id();
        store.commit(creating(unowned(execution)));
        KeptStatements statements = new KeptStatements();
        ClaimLists lists = new ClaimLists(statements);
        try (Connection connection = connect()) {
            lists.claim(connection, store.node(), List.of(id)).confirm();
            ClaimLists.Written end = lists.record(List.of(ended(execution, NOW + 1)));
            lists.strike(connection, List.of(id)).confirm();
            lists.claim(connection, store.node(), List.of(id)).confirm();

            end.confirm();
        }

        assertThat(lists.has(id)).isTrue();
    }

    @Test
    void the_id_of_a_list_is_not_used_again() throws SQLException {
        List<ExecutionRecord> claimed = claim(1);
        long first = idOfOnlyList();
        store.release(List.of(claimed.get(0).id()));
        claimed(1);

        assertThat(idOfOnlyList()).isGreaterThan(first);
    }

    private long idOfOnlyList() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT min(id) FROM baton_claim HAVING count(*) = 1")) {
            assertThat(row.next()).isTrue();
            return row.getLong(1);
        }
    }

    @Test
    void the_end_of_what_was_released_is_not_written() {
        List<ExecutionRecord> claimed = claim(6);
        store.release(claimed.subList(0, 5).stream().map(ExecutionRecord::id).toList());

        end(claimed);

        assertThat(store.active()).hasSize(5);
        assertThat(store.past("job", 10)).hasSize(1);
        assertThat(claimed(10)).hasSize(5);
    }
}
