package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.seeded.Seeds;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random graphs, outcomes and orders of completion: the engine agrees with the reference, and every execution ends. */
@Tag("memory") // thousands of graphs, which take too long on a disk; there random crashes are tested with fewer
class RandomGraphTest {

    @Test
    void small_graphs_end_as_the_reference_says() {
        Seeds.tries(2_000, draw -> endsAsTheReferenceSays(new RandomGraph(draw.seed(), 40)));
    }

    @Test
    void large_graphs_end_as_the_reference_says() {
        Seeds.tries(60, draw -> endsAsTheReferenceSays(new RandomGraph(draw.seed(), 3_000)));
    }

    private static void endsAsTheReferenceSays(RandomGraph graph) {
        try (BatonTest baton = BatonTest.create()) {
            start(baton, graph);
            Execution execution = baton.trigger("w");
            baton.advance(Duration.ofDays(1));

            assertThat(execution.status().isTerminal())
                    .as("every execution ends")
                    .isTrue();
            assertThat(ends(execution, graph)).isEqualTo(graph.expected());
            if (graph.hasFinal) {
                assertThat(execution.run("final").status()).isEqualTo(RunStatus.SUCCESS);
                assertThat(execution.run("final").started().orElseThrow()).isEqualTo(lastEnd(execution, "final"));
            }
            assertThat(execution.status()).isEqualTo(graph.expectedStatus());
            childrenStartWhenTheirParentsAllowIt(execution, graph);
            whatIsSkippedWaitsForItsLastParent(execution, graph);
        }
    }

    private static void start(BatonTest baton, RandomGraph graph) {
        baton.add(graph.toWorkflow("w"));
        for (RandomGraph.Node node : graph.nodes) {
            baton.assume("w/" + node.name(), RandomGraph.assumption(node));
            if (node.paused()) {
                baton.baton().pause("w/" + node.name());
            }
        }
    }

    private static List<RunStatus> ends(Execution execution, RandomGraph graph) {
        var byName = execution.runs().stream().collect(Collectors.toMap(Run::step, Run::status));
        return graph.nodes.stream().map(node -> byName.get(node.name())).toList();
    }

    private static Instant lastEnd(Execution execution, String except) {
        return execution.runs().stream()
                .filter(run -> !run.step().equals(except))
                .map(run -> run.finished().orElseThrow())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Neither early nor late: a step starts at the very moment its last needed parent ended. */
    private static void childrenStartWhenTheirParentsAllowIt(Execution execution, RandomGraph graph) {
        var byName = execution.runs().stream().collect(Collectors.toMap(Run::step, run -> run));
        List<RunStatus> ends = graph.expected();
        for (RandomGraph.Node node : graph.nodes) {
            Run run = byName.get(node.name());
            // Of one that is tried again, the start of the last attempt is kept.
            if (run.started().isEmpty()
                    || node.edges().isEmpty()
                    || node.outcome().failures() > 0) {
                continue;
            }
            List<Instant> holding = new ArrayList<>();
            for (RandomGraph.Edge edge : node.edges()) {
                RandomGraph.Node alone = new RandomGraph.Node("", List.of(edge), Join.all(), node.outcome(), false);
                if (RandomGraph.mayRun(alone, ends)) {
                    holding.add(byName.get("s" + edge.parent()).finished().orElseThrow());
                }
            }
            holding.sort(Comparator.naturalOrder());
            int needed = node.join().isAll() ? node.edges().size() : node.join().needed();
            assertThat(run.started()).contains(holding.get(needed - 1));
        }
    }

    /** Also where one parent has broken the join already: what comes after must not start while another still runs. */
    private static void whatIsSkippedWaitsForItsLastParent(Execution execution, RandomGraph graph) {
        var byName = execution.runs().stream().collect(Collectors.toMap(Run::step, run -> run));
        List<RunStatus> ends = graph.expected();
        for (RandomGraph.Node node : graph.nodes) {
            if (node.join().isAll() && !node.edges().isEmpty() && !RandomGraph.mayRun(node, ends)) {
                Instant lastParent = node.edges().stream()
                        .map(edge -> byName.get("s" + edge.parent()).finished().orElseThrow())
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
                assertThat(byName.get(node.name()).finished()).contains(lastParent);
            }
        }
    }

    @Test
    void whatever_is_done_to_an_execution_it_ends_and_its_steps_agree_with_one_another() {
        Seeds.tries(600, draw -> endsInAgreementWhateverIsDone(draw.seed()));
    }

    private static void endsInAgreementWhateverIsDone(long seed) {
        RandomGraph graph = new RandomGraph(seed, 60);
        Random random = new Random(seed);
        try (BatonTest baton = BatonTest.create()) {
            for (RandomGraph.Node node : graph.nodes) {
                baton.add(Job.named(node.name()).join(node.join()).run(context -> {}));
                baton.assume(node.name(), RandomGraph.assumption(node));
                for (RandomGraph.Edge edge : node.edges()) {
                    baton.baton()
                            .addDependency(
                                    "s" + edge.parent(),
                                    node.name(),
                                    edge.conditions().toArray(Condition[]::new));
                }
            }
            List<Execution> executions = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                disturb(baton, graph, random, executions);
                baton.advance(Duration.ofMillis(random.nextInt(2_000)));
            }
            executions.forEach(Execution::release);
            baton.advance(Duration.ofDays(1));
            assertThat(executions)
                    .allSatisfy(execution ->
                            assertThat(execution.status().isTerminal()).isTrue())
                    .allSatisfy(execution -> assertThat(execution.runs())
                            .allMatch(run -> run.status().isTerminal()));
            assertThat(baton.baton().activeExecutions()).isEmpty();
        }
    }

    private static void disturb(BatonTest baton, RandomGraph graph, Random random, List<Execution> executions) {
        String job = "s" + random.nextInt(graph.nodes.size());
        boolean known = baton.baton().find(job).isPresent();
        Execution execution = executions.isEmpty() ? null : executions.get(random.nextInt(executions.size()));
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                if (known) {
                    executions.add(baton.trigger(job));
                }
            }
            case 3 -> baton.baton().remove(job);
            case 4 -> {
                if (known) {
                    baton.baton().pause(job);
                }
            }
            case 5 -> {
                if (execution != null) {
                    execution.cancel();
                }
            }
            case 6 -> {
                if (execution != null && !execution.status().isTerminal()) {
                    execution.hold();
                }
            }
            default -> {
                if (execution != null
                        && execution.runs().stream()
                                .anyMatch(run -> run.status().countsAsFailure())) {
                    execution.retry();
                }
            }
        }
    }

    @Test
    void a_retry_of_everything_that_failed_ends_as_if_it_had_never_failed() {
        Seeds.tries(400, draw -> aRetryEndsAsIfNothingHadFailed(draw.seed()));
    }

    private static void aRetryEndsAsIfNothingHadFailed(long seed) {
        RandomGraph graph = new RandomGraph(seed, 60);
        try (BatonTest baton = BatonTest.create()) {
            start(baton, graph);
            Execution execution = baton.trigger("w");
            baton.advance(Duration.ofDays(1));
            List<RunStatus> before = ends(execution, graph);
            if (before.contains(RunStatus.FAILURE)) {
                graph.nodes.stream()
                        .filter(node -> node.end() == RunStatus.FAILURE)
                        .forEach(node -> baton.assume(
                                "w/" + node.name(),
                                Assumption.succeeds().taking(node.outcome().takes())));
                execution.retry();
                baton.advance(Duration.ofDays(1));
                List<RunStatus> after = ends(execution, graph);
                assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
                assertThat(after).doesNotContain(RunStatus.FAILURE, RunStatus.BLOCKED, RunStatus.PENDING);
                for (int i = 0; i < before.size(); i++) {
                    if (before.get(i) == RunStatus.SUCCESS) {
                        assertThat(after.get(i)).as("successes are kept").isEqualTo(RunStatus.SUCCESS);
                    }
                }
            }
        }
    }
}
