package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.in;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how every store treats executions that are not due yet. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class StoreDelaysTest extends StoreFixture {

    StoreDelaysTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    private static ExecutionRecord delayed(String name, long notBefore, int priority) {
        ExecutionRecord execution = execution(name, NOW, priority, null);
        var cause = execution.cause();
        return new ExecutionRecord(
                execution.id(),
                name,
                new ExecutionRecord.Cause(
                        cause.trigger(), cause.scheduled(), cause.created(), notBefore, "{}", cause.key()),
                execution.place(),
                execution.state());
    }

    private List<UUID> claimedAt(long now) {
        return store.claim(ANYTHING, now, 10).stream()
                .map(stored -> stored.execution().id())
                .toList();
    }

    @Test
    void an_execution_is_claimed_no_sooner_than_it_is_due() {
        ExecutionRecord delayed = delayed("job", NOW + 100, 1_000);
        ExecutionRecord ready = execution("job");
        store.commit(creating(unowned(delayed), unowned(ready)));

        assertThat(claimedAt(NOW + 99)).containsExactly(ready.id());
        assertThat(claimedAt(NOW + 100)).containsExactly(delayed.id());
        assertThat(claimedAt(NOW + 200)).isEmpty();
    }

    @Test
    void what_has_become_due_goes_by_its_rank() {
        ExecutionRecord low = delayed("job", NOW + 1, 0);
        ExecutionRecord high = delayed("job", NOW + 2, 5);
        ExecutionRecord ready = execution("job", NOW, 1, null);
        store.commit(creating(unowned(low), unowned(high), unowned(ready)));

        assertThat(claimedAt(NOW + 3)).containsExactly(high.id(), ready.id(), low.id());
    }

    @Test
    void the_next_due_time_is_that_of_the_first_that_can_be_claimed_here() {
        store.commit(creating(
                unowned(delayed("unknown", NOW + 1, 0)),
                unowned(in(delayed("job", NOW + 2, 0), "default", Set.of("gpu"))),
                unowned(in(delayed("job", NOW + 3, 0), "batch", Set.of())),
                unowned(delayed("job", NOW + 4, 0)),
                unowned(execution("job"))));

        assertThat(store.nextDue(new Claimable(List.of("job"), List.of("default"), List.of())))
                .isEqualTo(NOW + 4);
        assertThat(store.nextDue(ANYTHING)).isEqualTo(NOW + 3);
        assertThat(store.nextDue(new Claimable(List.of("job"), List.of(), List.of("gpu"))))
                .isEqualTo(NOW + 2);
        store.claim(ANYTHING, NOW + 4, 10);
        assertThat(store.nextDue(ANYTHING)).isZero();
    }

    @Test
    void an_execution_that_was_due_and_is_released_can_be_claimed_again() {
        ExecutionRecord delayed = delayed("job", NOW + 1, 0);
        store.commit(creating(unowned(delayed)));
        claimedAt(NOW + 1);
        store.release(List.of(delayed.id()));

        assertThat(claimedAt(NOW + 2)).containsExactly(delayed.id());
        assertThat(store.find(delayed.id()).orElseThrow().execution()).isEqualTo(at(delayed, store.node()));
    }
}
