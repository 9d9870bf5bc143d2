package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunPage;
import dev.baton.spi.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Long outputs of an execution with many steps live in the store only, and are read from there page by page. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class LeftOutputsTest extends StoreFixture {

    private static final String LONG = "\"" + "x".repeat(2_000) + "\"";
    private static final String SHORT = "\"x\"";
    private static final int MANY = RunRecord.Result.MANY_STEPS + 20;

    LeftOutputsTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    private ExecutionRecord given(int steps) {
        ExecutionRecord execution = with(
                at(execution("job"), store.node()),
                new ExecutionRecord.State(null, ExecutionStatus.RUNNING, 0, NOW, 0, steps));
        store.commit(creating(here(execution)));
        return execution;
    }

    private static RunRecord ended(UUID execution, int step, Codec.Encoded output, boolean withheld) {
        return new RunRecord(
                execution,
                step,
                "job/step",
                new RunRecord.State(RunStatus.SUCCESS, 1, 0, withheld),
                new RunRecord.Times(NOW, NOW + 5, 0),
                new RunRecord.Result(output, null, null),
                false);
    }

    private static Codec.Encoded json(String json) {
        return new Codec.Encoded(json, "java.lang.String");
    }

    private List<Codec.Encoded> outputs(ExecutionRecord execution) {
        return store.find(execution.id()).orElseThrow().runs().stream()
                .map(run -> run.result().output())
                .toList();
    }

    @Test
    void a_store_leaves_out_the_long_outputs_of_an_execution_with_many_steps() {
        ExecutionRecord many = given(MANY);
        ExecutionRecord few = given(2);
        store.commit(running(
                ended(many.id(), 0, json(LONG), false),
                ended(many.id(), 1, json(SHORT), false),
                ended(few.id(), 0, json(LONG), false)));

        assertThat(outputs(many)).extracting(Codec.Encoded::json).containsExactly("", SHORT);
        assertThat(outputs(few)).containsExactly(json(LONG));
    }

    @Test
    void runs_are_read_until_their_outputs_are_too_long_together() {
        ExecutionRecord many = given(MANY);
        for (int step = 0; step < 5; step++) {
            store.commit(running(ended(many.id(), step, json(LONG), false)));
        }

        RunPage first = store.runs(many.id(), 0, 100, 5_000);
        RunPage second = store.runs(many.id(), first.next(), 100, 5_000);
        RunPage third = store.runs(many.id(), second.next(), 100, 5_000);

        assertThat(first.runs()).extracting(RunRecord::step).containsExactly(0, 1);
        assertThat(second.runs()).extracting(RunRecord::step).containsExactly(2, 3);
        assertThat(third.runs()).extracting(RunRecord::step).containsExactly(4);
        assertThat(third.next()).isEqualTo(100);
        assertThat(third.runs().get(0).result().output()).isEqualTo(json(LONG));
        assertThat(store.runs(many.id(), 0, 100, 1).runs())
                .as("one at least")
                .extracting(RunRecord::step)
                .containsExactly(0);
    }

    @Test
    void a_run_that_is_written_again_without_its_output_keeps_it() {
        ExecutionRecord many = given(MANY);
        store.commit(running(ended(many.id(), 0, json(LONG), false)));

        store.commit(running(ended(many.id(), 0, RunRecord.Result.LEFT_IN_STORE, true)));

        RunRecord kept = store.runs(many.id(), 0, 1, 1).runs().get(0);
        assertThat(kept.state().withheld()).isTrue();
        assertThat(kept.result().output()).isEqualTo(json(LONG));
    }

    @Test
    void a_reducer_sees_all_long_outputs_also_after_a_retry_and_a_restart() throws Exception {
        store.close();
        AtomicBoolean broken = new AtomicBoolean(true);
        UUID fanned;
        try (Baton baton = started(broken)) {
            Execution execution = baton.trigger("scan").await(Duration.ofMinutes(1));
            assertThat(execution.status()).isEqualTo(ExecutionStatus.FAILURE);
            fanned = execution.id();
        }
        broken.set(false);
        try (Baton baton = started(broken)) {
            Execution execution = baton.execution(fanned);
            execution.retry();
            execution.await(Duration.ofMinutes(1));

            assertThat(execution.run("scan").output()).contains(MANY * 2_000);
            Execution items = baton.pastExecutions("scan/items").get(0);
            assertThat(items.runs().subList(0, MANY))
                    .allSatisfy(run ->
                            assertThat(run.output().orElseThrow().toString()).hasSize(2_000));
            assertThat(read(items)).isEqualTo(items.runs());
        }
    }

    private static List<Run> read(Execution execution) {
        List<Run> all = new ArrayList<>();
        List<Run> page = execution.runsFrom(0);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = execution.runsFrom(all.size());
        }
        return all;
    }

    private Baton started(AtomicBoolean broken) {
        Baton baton = Baton.on(newStore());
        baton.add(Job.named("scan")
                .fanout(Fanout.over(IntStream.range(0, MANY).boxed().toList())
                        .each(context -> {
                            if (broken.get() && context.item().orElseThrow().index() == 7) {
                                throw new IllegalStateException("broken");
                            }
                            return "y".repeat(2_000);
                        })
                        .reduce(Fanout.RunOn.SUCCESS, context -> {
                            assertThat(context.parentCounts()).isEqualTo(Map.of(RunStatus.SUCCESS, MANY));
                            return context.parents().stream()
                                    .mapToInt(run -> run.output()
                                            .orElseThrow()
                                            .toString()
                                            .length())
                                    .sum();
                        })));
        baton.start();
        return baton;
    }
}
