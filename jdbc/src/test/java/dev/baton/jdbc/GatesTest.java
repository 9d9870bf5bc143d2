package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.leaving;
import static dev.baton.jdbc.Samples.run;
import static dev.baton.jdbc.Samples.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.policy.Overlap.Mode;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Admission;
import dev.baton.spi.Store.Gate;
import dev.baton.spi.Store.PermitRequest;
import dev.baton.spi.Store.ReturnedPermit;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GatesTest {

    private static final Gate ONE = new Gate("gate", 1, 0, 0);
    private static final long HOUR = 3_600_000_000L;

    private final DataSource database = RealPostgres.freshSchema();
    private final Store store = Stores.postgres(database);

    @BeforeEach
    void open() {
        store.open(Duration.ofMinutes(1), () -> {});
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void as_many_are_let_in_as_fit_the_lowest_rank_first() {
        PermitRequest third = request(3, Mode.QUEUE);
        PermitRequest first = request(1, Mode.QUEUE);
        PermitRequest second = request(2, Mode.QUEUE);

        Admission admission = admit(store, new Gate("gate", 2, 0, 0), List.of(third, first, second));
        assertThat(admission.admitted()).containsExactlyInAnyOrder(first, second);
        assertThat(admission.refused()).isEmpty();
        assertThat(admission.next()).isZero();
    }

    @Test
    void who_waits_is_let_in_when_somebody_leaves() {
        PermitRequest first = request(1, Mode.QUEUE);
        PermitRequest second = request(2, Mode.QUEUE);
        PermitRequest third = request(3, Mode.QUEUE);
        admit(store, ONE, List.of(first, third, second));
        assertThat(admit(store, ONE, List.of()).admitted()).isEmpty();
        store.commit(leaving(new ReturnedPermit("gate", first.execution(), first.step())));

        assertThat(admit(store, ONE, List.of()).admitted()).containsExactly(second);
    }

    @Test
    void who_waits_and_leaves_is_not_let_in() {
        PermitRequest first = request(1, Mode.QUEUE);
        PermitRequest second = request(2, Mode.QUEUE);
        admit(store, ONE, List.of(first, second));
        store.commit(leaving(
                new ReturnedPermit("gate", first.execution(), first.step()),
                new ReturnedPermit("gate", second.execution(), second.step())));

        assertThat(admit(store, ONE, List.of()).admitted()).isEmpty();
    }

    @Test
    void who_is_in_and_asks_again_is_told_so() {
        PermitRequest first = request(1, Mode.QUEUE);
        admit(store, ONE, List.of(first));

        assertThat(admit(store, ONE, List.of(first)).admitted()).containsExactly(first);
    }

    @Test
    void who_does_not_want_to_wait_is_refused() {
        PermitRequest first = request(1, Mode.SKIP);
        PermitRequest second = request(2, Mode.SKIP);

        Admission admission = admit(store, ONE, List.of(first, second));
        assertThat(admission.admitted()).containsExactly(first);
        assertThat(admission.refused()).containsExactly(second);
        store.commit(leaving(new ReturnedPermit("gate", first.execution(), first.step())));
        assertThat(admit(store, ONE, List.of()).admitted()).isEmpty();
    }

    @Test
    void the_oldest_makes_room_for_one_that_replaces() {
        Gate two = new Gate("gate", 2, 0, 0);
        PermitRequest first = request(1, Mode.REPLACE);
        PermitRequest second = request(2, Mode.REPLACE);
        PermitRequest third = request(3, Mode.REPLACE);
        admit(store, two, List.of(first));
        admit(store, two, List.of(second));

        Admission admission = admit(store, two, List.of(third));
        assertThat(admission.admitted()).isEmpty();
        assertThat(admission.toReplace()).containsExactly(first);

        store.commit(leaving(new ReturnedPermit("gate", first.execution(), first.step())));
        admission = admit(store, two, List.of());
        assertThat(admission.admitted()).containsExactly(third);
        assertThat(admission.toReplace()).isEmpty();
    }

    @Test
    void each_one_that_replaces_replaces_one() {
        Gate two = new Gate("gate", 2, 0, 0);
        PermitRequest first = request(1, Mode.REPLACE);
        PermitRequest second = request(2, Mode.REPLACE);
        admit(store, two, List.of(first, second));
        admit(store, two, List.of(request(3, Mode.REPLACE)));

        assertThat(admit(store, two, List.of(request(4, Mode.REPLACE))).toReplace())
                .containsExactlyInAnyOrder(first, second);
    }

    @Test
    void a_rate_lets_in_no_more_in_any_window() {
        Gate gate = new Gate("gate", 100, 2, HOUR);
        PermitRequest third = request(3, Mode.QUEUE);
        Admission admission = admit(store, gate, List.of(request(1, Mode.QUEUE), request(2, Mode.QUEUE), third));
        long now = store.clockAhead(0);
        assertThat(admission.admitted()).hasSize(2);
        assertThat(admission.next()).isBetween(now + HOUR - 60_000_000, now + HOUR);

        // Half an hour later one more hour has not passed yet; an hour later it has.
        RealPostgres.execute(database, "UPDATE baton_admission SET at = at - " + HOUR / 2);
        assertThat(admit(store, gate, List.of()).admitted()).isEmpty();
        RealPostgres.execute(database, "UPDATE baton_admission SET at = at - " + HOUR / 2);
        assertThat(admit(store, gate, List.of()).admitted()).containsExactly(third);
    }

    @Test
    void the_next_one_is_let_in_when_the_oldest_of_those_that_count_is_forgotten() {
        Gate gate = new Gate("gate", 100, 2, HOUR);
        admit(store, gate, List.of(request(1, Mode.QUEUE)));
        RealPostgres.execute(database, "UPDATE baton_admission SET at = at - " + HOUR / 2);
        admit(store, gate, List.of(request(2, Mode.QUEUE)));
        long now = store.clockAhead(0);

        assertThat(admit(store, gate, List.of(request(3, Mode.QUEUE))).next())
                .isBetween(now + HOUR / 2 - 60_000_000, now + HOUR / 2);
    }

    // ---- permits of nobody

    @Test
    void an_execution_that_has_ended_is_not_let_in() {
        ExecutionRecord execution = execution();
        store.commit(changing(ended(at(execution, store.node()), NOW)));

        assertThat(admit(store, ONE, List.of(request(execution, 1, Mode.QUEUE))).admitted())
                .isEmpty();
        assertThat(admit(store, ONE, List.of(request(2, Mode.QUEUE))).admitted())
                .hasSize(1);
    }

    @Test
    void a_run_that_has_ended_is_not_let_in() {
        ExecutionRecord execution = execution();
        store.commit(running(run(execution.id(), 0)));

        assertThat(admit(store, ONE, List.of(request(execution, 1, Mode.QUEUE))).admitted())
                .isEmpty();
        assertThat(admit(store, ONE, List.of(request(2, Mode.QUEUE))).admitted())
                .hasSize(1);
    }

    @Test
    void an_execution_of_another_node_is_not_let_in_for_this_one() {
        try (Store other = Stores.postgres(database)) {
            other.open(Duration.ofMinutes(1), () -> {});
            ExecutionRecord execution = execution();
            PermitRequest theirs = new PermitRequest(execution.id(), 0, other.node(), 1, Mode.QUEUE);
            assertThat(admit(other, ONE, List.of(theirs)).admitted()).isEmpty();

            PermitRequest ours = request(execution, 1, Mode.QUEUE);
            assertThat(admit(store, ONE, List.of(ours)).admitted()).containsExactly(ours);
            assertThat(admit(other, ONE, List.of(theirs)).admitted()).isEmpty();
        }
    }

    @Test
    void a_node_that_hands_over_leaves_no_permit_of_nobody() {
        try (Store other = otherWithPermitOfNobody()) {
            other.handOver();
        }
        assertThat(admit(store, ONE, List.of(request(2, Mode.QUEUE))).admitted())
                .hasSize(1);
    }

    @Test
    void a_dead_node_leaves_no_permit_of_nobody() {
        try (Store other = otherWithPermitOfNobody()) {
            expire(other);
            store.beat();
        }
        assertThat(admit(store, ONE, List.of(request(2, Mode.QUEUE))).admitted())
                .hasSize(1);
    }

    @Test
    void what_a_dead_node_ran_keeps_its_place() {
        try (Store other = Stores.postgres(database)) {
            other.open(Duration.ofMinutes(1), () -> {});
            ExecutionRecord execution = Samples.execution("job");
            other.commit(creating(here(execution)));
            PermitRequest theirs = new PermitRequest(execution.id(), 0, other.node(), 1, Mode.QUEUE);
            assertThat(admit(other, ONE, List.of(theirs)).admitted()).containsExactly(theirs);
            expire(other);
            store.beat();

            assertThat(admit(store, ONE, List.of(request(2, Mode.QUEUE))).admitted())
                    .isEmpty();
            store.claim(execution.id());
            PermitRequest ours = request(execution, 3, Mode.QUEUE);
            assertThat(admit(store, ONE, List.of(ours)).admitted()).containsExactly(ours);
        }
    }

    /** A node that has let in somebody who was leaving, and has not taken that back. */
    private Store otherWithPermitOfNobody() {
        Store other = Stores.postgres(database);
        other.open(Duration.ofMinutes(1), () -> {});
        ExecutionRecord execution = Samples.execution("job");
        other.commit(creating(here(execution)));
        assertThat(admit(other, ONE, List.of(new PermitRequest(execution.id(), 0, other.node(), 1, Mode.QUEUE)))
                        .admitted())
                .hasSize(1);
        other.commit(running(run(execution.id(), 0)));
        assertThat(admit(store, ONE, List.of()).admitted()).isEmpty();
        return other;
    }

    private void expire(Store node) {
        RealPostgres.execute(
                database,
                "UPDATE baton_node SET expires = clock_timestamp() - interval '1 second' WHERE id = '" + node.node()
                        + "'");
    }

    private ExecutionRecord execution() {
        ExecutionRecord execution = Samples.execution("job");
        store.commit(creating(here(execution)));
        return execution;
    }

    private PermitRequest request(long rank, Mode otherwise) {
        return request(execution(), rank, otherwise);
    }

    private PermitRequest request(ExecutionRecord execution, long rank, Mode otherwise) {
        return new PermitRequest(execution.id(), 0, store.node(), rank, otherwise);
    }

    private static Admission admit(Store store, Gate gate, List<PermitRequest> arriving) {
        long local = System.currentTimeMillis() * 1_000;
        return store.admit(gate, arriving, local + store.clockAhead(local));
    }
}
