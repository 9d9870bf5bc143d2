package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.run;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.unowned;
import static dev.baton.jdbc.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.policy.Retention;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Creation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how every store treats executions of one step, and ended executions. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class StoreSinglesTest extends StoreFixture {

    StoreSinglesTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    private static RunRecord only(ExecutionRecord execution, RunStatus status, long finished) {
        return new RunRecord(
                execution.id(),
                0,
                "job",
                new RunRecord.State(status, 2, 3, finished != 0),
                new RunRecord.Times(NOW, finished, NOW + 7),
                new RunRecord.Result(new Codec.Encoded("[1]", "a.Type"), "it broke", new byte[] {1, 0, 2}),
                true);
    }

    private static ExecutionRecord state(ExecutionRecord execution, ExecutionStatus status, long ended, int steps) {
        return with(execution, new ExecutionRecord.State(null, status, 5, NOW, ended, steps));
    }

    private ExecutionRecord given(int steps) {
        ExecutionRecord execution = state(at(execution("job"), store.node()), ExecutionStatus.RUNNING, 0, steps);
        store.commit(creating(here(execution)));
        return execution;
    }

    private static Commit both(ExecutionRecord changed, RunRecord... runs) {
        return new Commit(List.of(), List.of(changed), List.of(runs), Map.of(), List.of(), null);
    }

    @Test
    void the_only_run_is_in_the_row_of_its_execution() throws SQLException {
        ExecutionRecord execution = given(1);
        RunRecord under = only(execution, RunStatus.RUNNING, 0);
        store.commit(running(under));
        assertThat(runs(execution))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(under);

        RunRecord over = only(execution, RunStatus.FAILURE, NOW + 9);
        ExecutionRecord ended = state(at(execution, null), ExecutionStatus.FAILURE, NOW + 9, 1);
        store.commit(both(ended, over));

        assertThat(store.find(execution.id()).orElseThrow().execution()).isEqualTo(ended);
        assertThat(store.look(execution.id())).contains(ended);
        assertThat(runs(execution))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(over);
        assertThat(count("baton_run")).isZero();
        assertThat(count("baton_execution")).isZero();
    }

    private List<RunRecord> runs(ExecutionRecord execution) {
        return store.find(execution.id()).orElseThrow().runs();
    }

    @Test
    void many_alike_are_created_and_ended_with_their_own_times() throws SQLException {
        List<ExecutionRecord> ended = new ArrayList<>();
        List<RunRecord> runs = new ArrayList<>();
        List<Creation> created = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            // Two groups of similar executions, and one that is like no other.
            ExecutionRecord execution = state(
                    at(execution("job", NOW + n, n == 10 ? 1 : 0, null), store.node()), ExecutionStatus.RUNNING, 0, 1);
            created.add(here(execution));
            ended.add(state(at(execution, null), ExecutionStatus.SUCCESS, NOW + 100 + n, 1));
            runs.add(new RunRecord(
                    execution.id(),
                    0,
                    "job",
                    new RunRecord.State(RunStatus.SUCCESS, 1, 0, false),
                    new RunRecord.Times(NOW + 50 + n, NOW + 70 + n, n == 15 ? NOW : 0),
                    n == 5 ? new RunRecord.Result(new Codec.Encoded("5", null), null, null) : RunRecord.Result.NONE,
                    true));
        }
        store.commit(new Commit(created, List.of(), List.of(), Map.of(), List.of(), null));
        assertThat(store.active())
                .containsExactlyInAnyOrderElementsOf(
                        created.stream().map(Creation::execution).toList());
        ExecutionRecord foreign = ended.get(7);
        store.release(List.of(foreign.id()));
        store.commit(new Commit(List.of(), ended, runs, Map.of(), List.of(), null));

        for (int n = 0; n < 20; n++) {
            if (n != 7) {
                assertThat(store.find(ended.get(n).id()))
                        .contains(new Store.Stored(ended.get(n), List.of(runs.get(n))));
            }
        }
        assertThat(store.active()).extracting(ExecutionRecord::id).containsExactly(foreign.id());
        assertThat(count("baton_ended")).isEqualTo(19);
    }

    @Test
    void an_end_keeps_the_run_that_was_recorded_before_it() {
        ExecutionRecord execution = given(1);
        RunRecord run = only(execution, RunStatus.SUCCESS, NOW + 9);
        store.commit(running(run));
        store.commit(changing(state(execution, ExecutionStatus.SUCCESS, NOW + 10, 1)));

        assertThat(runs(execution))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(run);
    }

    @Test
    void a_claimed_execution_comes_with_its_only_run() {
        ExecutionRecord execution = given(1);
        RunRecord run = only(execution, RunStatus.RUNNING, 0);
        store.commit(running(run));
        store.release(List.of(execution.id()));

        assertThat(store.claim(ANYTHING, LATER, 1).get(0).runs())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(run);
    }

    @Test
    void the_only_run_gets_a_row_when_there_are_more_steps() throws SQLException {
        ExecutionRecord execution = given(1);
        store.commit(running(only(execution, RunStatus.RUNNING, 0)));
        store.commit(both(state(execution, ExecutionStatus.RUNNING, 0, 3), run(execution.id(), 1)));
        assertThat(runs(execution)).extracting(RunRecord::step).containsExactly(0, 1);

        store.commit(both(state(execution, ExecutionStatus.SUCCESS, NOW + 9, 3), run(execution.id(), 0)));
        assertThat(runs(execution)).extracting(RunRecord::step).containsExactly(0, 1);
        assertThat(count("baton_runs")).isEqualTo(2);
    }

    @Test
    void an_ended_execution_that_is_taken_and_let_go_is_as_it_was() throws SQLException {
        ExecutionRecord execution = given(1);
        RunRecord run = only(execution, RunStatus.FAILURE, NOW + 9);
        ExecutionRecord ended = state(at(execution, null), ExecutionStatus.FAILURE, NOW + 9, 1);
        store.commit(both(ended, run));

        assertThat(store.claim(execution.id()).orElseThrow().runs()).hasSize(1);
        assertThat(store.active()).isEmpty();
        assertThat(store.owned()).containsExactly(execution.id());
        store.release(List.of(execution.id()));
        assertThat(store.owned()).isEmpty();
        assertThat(store.past("job", 9)).containsExactly(ended);
        store.claim(execution.id());
        store.handOver();
        store.close();
        open();
        assertThat(store.past("job", 9)).containsExactly(ended);
        assertThat(runs(execution))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(run);
        assertThat(count("baton_execution")).isZero();
    }

    @Test
    void an_ended_execution_that_is_changed_without_running_again_stays_ended() {
        ExecutionRecord execution = given(1);
        store.commit(both(
                state(execution, ExecutionStatus.FAILURE, NOW + 9, 1), only(execution, RunStatus.FAILURE, NOW + 9)));
        store.claim(execution.id());
        ExecutionRecord marked = state(at(execution, null), ExecutionStatus.SUCCESS, NOW + 12, 1);
        store.commit(changing(marked));

        assertThat(store.past("job", 9)).containsExactly(marked);
    }

    @Test
    void one_is_taken_by_one_node() throws Exception {
        ExecutionRecord execution = given(1);
        store.commit(changing(state(execution, ExecutionStatus.FAILURE, NOW + 9, 1)));

        assertThat(eightTimes(() -> store.claim(execution.id()).isPresent())).containsOnly(true);
        assertThat(count("baton_execution")).isEqualTo(1);
        assertThat(count("baton_ended")).isZero();
    }

    @Test
    void many_are_read_at_once() {
        ExecutionRecord active = given(2);
        store.commit(running(run(active.id(), 0), run(active.id(), 1)));
        ExecutionRecord single = given(1);
        store.commit(
                both(state(single, ExecutionStatus.SUCCESS, NOW + 9, 1), only(single, RunStatus.SUCCESS, NOW + 9)));
        ExecutionRecord waiting = execution("job");
        store.commit(creating(unowned(waiting)));

        assertThat(store.findAll(List.of(active.id(), single.id(), waiting.id(), Ids.next(NOW))))
                .extracting(
                        stored -> stored.execution().id(),
                        stored -> stored.runs().size())
                .containsExactlyInAnyOrder(tuple(active.id(), 2), tuple(single.id(), 1), tuple(waiting.id(), 0));
        assertThat(store.findAll(List.of())).isEmpty();
    }

    @Test
    void a_key_is_free_when_its_execution_was_removed() throws SQLException {
        ExecutionRecord first = execution("job", NOW, 0, "key");
        store.commit(creating(here(first)));
        store.commit(changing(state(first, ExecutionStatus.SUCCESS, NOW + 9, 1)));
        ExecutionRecord second = execution("job", NOW, 0, "key");
        assertThat(store.commit(creating(here(second)))).containsValue(new Store.Refusal.KeyTaken(first.id()));

        store.prune(Retention.count(0), NOW, 10);
        assertThat(count("baton_key")).isZero();
        assertThat(store.commit(creating(here(second)))).isEmpty();
    }

    @Test
    void a_plan_is_removed_when_nothing_has_referred_to_it_for_a_day() throws SQLException {
        ExecutionRecord execution = execution("job");
        var plan = UUID.randomUUID();
        var idle = UUID.randomUUID();
        var fresh = UUID.randomUUID();
        ExecutionRecord ended =
                with(execution, new ExecutionRecord.State(plan, ExecutionStatus.SUCCESS, 0, NOW, NOW, 1));
        store.commit(new Commit(
                List.of(here(ended)),
                List.of(),
                List.of(),
                Map.of(plan, new byte[1], idle, new byte[2], fresh, new byte[3]),
                List.of(),
                null));
        execute(
                store.isShared()
                        ? "UPDATE baton_plan SET used = used - interval '25 hours' WHERE length(body) < 3"
                        : "UPDATE baton_plan SET used = used - 90000000000 WHERE length(body) < 3");
        store.prune(Retention.standard(), NOW, 10);

        assertThat(store.plan(plan)).hasSize(1);
        assertThat(store.plan(fresh)).hasSize(3);
        assertThat(count("baton_plan")).isEqualTo(2);
    }

    @Test
    void all_definitions_are_read_at_once_and_made_where_there_was_none() {
        store.pause("step", true, NOW);
        store.definition("job", NOW + 1);

        assertThat(store.definitions(List.of("job", "step", "fresh"), NOW + 2))
                .isEqualTo(Map.of(
                        "fresh", new Store.DefinitionRecord("fresh", false, NOW + 2),
                        "job", new Store.DefinitionRecord("job", false, NOW + 1),
                        "step", new Store.DefinitionRecord("step", true, NOW)));
    }
}
