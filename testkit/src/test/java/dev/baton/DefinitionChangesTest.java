package dev.baton;

import static dev.baton.SampleWorkflows.ETL;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NoSuchJobException;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests pausing and replacing definitions while they have executions. */
@ExtendWith(BatonExtension.class)
class DefinitionChangesTest {

    @Test
    void a_paused_step_is_skipped(BatonTest baton) {
        baton.add(ETL);
        baton.baton().pause("etl/clean");
        assertThat(baton.trigger(ETL))
                .has("clean", RunStatus.SKIPPED, "paused")
                .skipped("load", "alert")
                .ran("cleanup");
        baton.baton().resume("etl/clean");
        assertThat(baton.trigger(ETL)).succeeded().ran("load");
        assertThatThrownBy(() -> baton.baton().pause("etl/claen"))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("etl/clean");
    }

    @Test
    void a_paused_workflow_runs_nothing_and_lets_go_on_what_is_under_way(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        Execution before = baton.trigger(ETL);
        baton.baton().pause("etl");
        assertThat(baton.trigger(ETL))
                .has("extract", RunStatus.SKIPPED, "paused")
                .skipped("cleanup");
        baton.advance(Duration.ofMinutes(5));
        assertThat(before).succeeded();
    }

    @Test
    void a_replaced_workflow_leaves_executions_under_way_as_they_were(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        Execution before = baton.trigger(ETL);
        baton.baton().put(Workflow.define("etl", w -> w.run("only", context -> {})));
        assertThat(baton.trigger("etl")).succeeded().ran("only");
        baton.advance(Duration.ofMinutes(5));
        assertThat(before).succeeded().ran("load");
    }

    @Test
    void a_replaced_body_is_used_by_runs_that_start_later(BatonTest baton) {
        baton.add(Job.named("root").run(context -> {})).taking("root", Duration.ofMinutes(5));
        baton.add(Job.named("child").call(context -> "old"));
        baton.baton().addDependency("root", "child");
        Execution execution = baton.trigger("root");
        baton.baton().put(Job.named("child").call(context -> "new"));
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution).succeeded().hasOutput("child", "new");
        assertThat(baton.trigger("root").runs()).hasSize(2);
    }
}
