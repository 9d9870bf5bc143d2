package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.CyclicDependencyException;
import dev.baton.error.NoSuchJobException;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BatonExtension.class)
class DependenciesTest {

    private static void jobs(BatonTest baton, String... names) {
        for (String name : names) {
            baton.add(Job.named(name).run(context -> {}));
        }
    }

    @Test
    void a_fired_job_starts_everything_reachable_from_it(BatonTest baton) {
        jobs(baton, "a", "b", "c", "elsewhere");
        baton.baton().addDependency("a", "b");
        baton.baton().addDependency("b", "c");
        Execution execution = baton.trigger("a");
        assertThat(execution).succeeded().ran("a", "b", "c");
        assertThat(execution.runs()).hasSize(3);
    }

    @Test
    void dependencies_are_added_listed_and_removed_by_name(BatonTest baton) {
        jobs(baton, "a", "b", "c");
        Baton scheduler = baton.baton();
        scheduler.addDependency("a", "b");
        scheduler.addDependency("a", "b");
        scheduler.addDependency("a", "b", Condition.FAILURE);
        scheduler.addDependency("b", "c", Condition.COMPLETE);
        assertThat(scheduler.dependencies("b"))
                .containsExactly(
                        new Dependency("a", "b", Set.of(Condition.SUCCESS, Condition.FAILURE)),
                        new Dependency("b", "c", Set.of(Condition.COMPLETE)));

        scheduler.removeDependency("a", "b", Condition.FAILURE);
        assertThat(scheduler.dependencies("a")).containsExactly(new Dependency("a", "b", Set.of(Condition.SUCCESS)));
        assertThat(scheduler.dependencies("a").parents()).isEmpty();
        assertThat(scheduler.dependencies("a").children()).hasSize(1);
        assertThat(scheduler.dependencies("b").parents()).hasSize(1);
        scheduler.removeDependency("a", "b");
        scheduler.removeDependency("a", "b");
        scheduler.removeDependency("a", "nobody");
        assertThat(scheduler.dependencies("a")).isEmpty();
    }

    @Test
    void an_unknown_job_is_refused_with_a_hint(BatonTest baton) {
        jobs(baton, "extract", "load");
        assertThatThrownBy(() -> baton.baton().addDependency("extrakt", "load"))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"extract\"?");
        assertThatThrownBy(() -> baton.baton().addDependency("extract", "lod")).isInstanceOf(NoSuchJobException.class);
        assertThat(baton.baton().dependencies("extract")).isEmpty();
    }

    @Test
    void a_cycle_is_refused_with_its_whole_path_and_leaves_nothing(BatonTest baton) {
        jobs(baton, "a", "b", "c");
        baton.baton().addDependency("a", "b");
        baton.baton().addDependency("b", "c");
        assertThatThrownBy(() -> baton.baton().addDependency("c", "a"))
                .isInstanceOf(CyclicDependencyException.class)
                .hasMessageContaining("c → a → b → c");
        assertThatThrownBy(() -> baton.baton().addDependency("a", "a"))
                .isInstanceOf(CyclicDependencyException.class)
                .hasMessageContaining("a → a");
        assertThat(baton.baton().dependencies("c")).hasSize(1);
    }

    @Test
    void a_parent_outside_the_execution_never_blocks_it(BatonTest baton) {
        jobs(baton, "a", "b", "join", "after");
        baton.baton().addDependency("a", "join");
        baton.baton().addDependency("b", "join");
        baton.baton().addDependency("join", "after", Condition.COMPLETE);
        assertThat(baton.trigger("a"))
                .succeeded()
                .ran("a", "after")
                .has("join", RunStatus.SKIPPED, "b is not part of this execution");
    }

    @Test
    void a_join_over_any_runs_without_the_parent_outside(BatonTest baton) {
        jobs(baton, "a", "b");
        baton.add(Job.named("join").join(Join.any()).run(context -> {}));
        baton.baton().addDependency("a", "join");
        baton.baton().addDependency("b", "join");
        assertThat(baton.trigger("a")).succeeded().ran("a", "join");
    }

    @Test
    void triggering_in_the_middle_ignores_the_jobs_own_parents(BatonTest baton) {
        jobs(baton, "a", "b", "c");
        baton.baton().addDependency("a", "b");
        baton.baton().addDependency("b", "c");
        Execution execution = baton.trigger("b");
        assertThat(execution).succeeded().ran("b", "c");
        assertThat(execution.runs()).extracting(Run::job).containsExactly("b", "c");
    }

    @Test
    void an_execution_works_on_the_graph_of_its_start(BatonTest baton) {
        jobs(baton, "a", "b", "c");
        baton.taking("a", Duration.ofMinutes(1));
        baton.baton().addDependency("a", "b");
        Execution first = baton.trigger("a");
        baton.baton().removeDependency("a", "b");
        baton.baton().addDependency("a", "c");
        Execution second = baton.trigger("a");
        baton.advance(Duration.ofMinutes(1));
        assertThat(first.runs()).extracting(Run::job).containsExactly("a", "b");
        assertThat(second.runs()).extracting(Run::job).containsExactly("a", "c");
        assertThat(first).succeeded().ran("a", "b");
        assertThat(second).succeeded().ran("a", "c");
    }

    @Test
    void a_removed_job_takes_its_edges_with_it(BatonTest baton) {
        jobs(baton, "a", "b", "c");
        baton.baton().addDependency("a", "b");
        baton.baton().addDependency("b", "c");
        assertThat(baton.baton().remove("b")).isTrue();
        assertThat(baton.baton().remove("b")).isFalse();
        assertThat(baton.trigger("a").runs()).hasSize(1);
        assertThat(baton.baton().dependencies("c")).isEmpty();
    }

    @Test
    void outputs_of_parents_are_read_by_name(BatonTest baton) {
        baton.add(Job.named("a").call(context -> "hello"));
        baton.add(Job.named("b").call(context -> context.output("a", String.class) + " world"));
        baton.baton().addDependency("a", "b");
        assertThat(baton.trigger("a")).succeeded().hasOutput("b", "hello world");
    }

    @Test
    void jobs_are_found_and_removed_by_tag(BatonTest baton) {
        baton.add(Job.named("a").tags("nightly", "db").run(context -> {}));
        baton.add(Job.named("b").tags("nightly").run(context -> {}));
        baton.add(Job.named("c").run(context -> {}));
        assertThat(baton.baton().list(job -> job.tags().contains("nightly")))
                .extracting(Registered::name)
                .isEqualTo(List.of("a", "b"));
        assertThat(baton.baton().removeTagged("nightly")).isEqualTo(2);
        assertThat(baton.baton().list()).extracting(Registered::name).containsExactly("c");
    }
}
