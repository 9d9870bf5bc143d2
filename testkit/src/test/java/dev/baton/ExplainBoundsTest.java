package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Explanation.Cause;
import dev.baton.policy.Limit;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers stay short, whatever they are about. In memory alone: the stores are asked nothing here. */
@Tag("memory")
class ExplainBoundsTest {

    private static final int MANY = 100_000;
    private static final int LONGEST_ANSWER = 20_000;

    private final BatonTest baton = BatonTest.create();

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    void a_chain_of_a_hundred_thousand_steps() {
        Workflow chain = Workflow.define("chain", w -> {
            Step<?> before = w.run("s0", context -> {});
            for (int i = 1; i < MANY; i++) {
                before = w.run("s" + i, context -> {}).after(before);
            }
            w.finalRun("cleanup", context -> {});
        });
        baton.add(chain).taking("chain/s0", Duration.ofHours(1));
        Execution execution = baton.trigger(chain);
        Explanation told = execution.explain("s" + (MANY - 1));
        assertThat(told.root().place().name()).isEqualTo("s0");
        assertThat(told.chain().shown()).hasSize(50);
        assertThat(told.chain().more()).isEqualTo(MANY - 50);
        assertThat(told.text().length()).isLessThan(LONGEST_ANSWER);
        assertThat(execution.explain("cleanup").root().place().name()).isEqualTo("s0");
        assertThat(execution.explain().root().place().name()).isEqualTo("s0");
    }

    @Test
    void a_long_chain_of_skips() {
        Workflow chain = Workflow.define("chain", w -> {
            Step<?> before = w.run("s0", context -> {});
            for (int i = 1; i < MANY; i++) {
                before = w.run("s" + i, context -> {}).after(before);
            }
        });
        baton.add(chain).failing("chain/s0");
        Explanation told = baton.trigger(chain).explain("s" + (MANY - 1));
        assertThat(told.cause()).isEqualTo(Cause.FAILURE);
        assertThat(told.root().place().name()).isEqualTo("s0");
        assertThat(told.chain().more()).isEqualTo(MANY - 50);
    }

    @Test
    void a_join_over_a_hundred_thousand_parents() {
        Workflow wide = Workflow.define("wide", w -> {
            List<Step<?>> parents = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                parents.add(w.run("p" + i, context -> {}).labels("nowhere"));
            }
            w.run("merge", context -> {}).after(parents.toArray(Step<?>[]::new));
        });
        baton.add(wide);
        Execution execution = baton.trigger(wide);
        Explanation told = execution.explain("merge");
        assertThat(told.cause()).isEqualTo(Cause.NO_WORKER);
        assertThat(told.because().shown()).hasSize(20);
        assertThat(told.because().more()).isEqualTo(MANY - 20);
        assertThat(told.text().length()).isLessThan(LONGEST_ANSWER);
        assertThat(execution.explain().because().more()).isEqualTo(MANY - 20);
    }

    @Test
    void a_crowd_of_a_hundred_thousand_behind_a_limit() {
        baton.add(Job.named("one").limit(Limit.concurrency(1)).run(context -> {}))
                .taking("one", Duration.ofDays(1));
        Execution last = null;
        for (int i = 0; i < MANY; i++) {
            last = baton.baton().trigger("one");
        }
        baton.settle();
        Explanation told = last.explain("one");
        assertThat(told.cause()).isEqualTo(Cause.LIMIT);
        assertThat(told.evidence().holders().shown()).hasSize(1);
        assertThat(told.evidence().ahead().count()).isEqualTo(10_000);
        assertThat(told.evidence().ahead().orMore()).isTrue();
        assertThat(told.text().length()).isLessThan(LONGEST_ANSWER);
    }
}
