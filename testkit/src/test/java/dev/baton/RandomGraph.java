package dev.baton;

import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A random workflow with random outcomes, and the slow, obvious way to tell what must become of each step: the reference
 * that the engine is compared with.
 */
public final class RandomGraph {

    /** More attempts than a step needs, for those that are lost. */
    private static final int SPARE_ATTEMPTS = 3;

    /** An edge to a parent with a lower number. */
    public record Edge(int parent, List<Condition> conditions) {}

    /** A step with all that decides about it. */
    public record Node(String name, List<Edge> edges, Join join, Outcome outcome, boolean paused) {

        RunStatus end() {
            return outcome.end;
        }

        /** As many attempts as it needs, and some that may be lost. */
        Retry retry() {
            return Retry.fixed(outcome.failures + SPARE_ATTEMPTS, Duration.ofSeconds(1));
        }
    }

    /** What a step comes to, how long each attempt takes, and how many attempts fail before it succeeds. */
    public record Outcome(RunStatus end, Duration takes, int failures) {}

    private static final List<RunStatus> OUTCOMES =
            List.of(RunStatus.SUCCESS, RunStatus.SUCCESS, RunStatus.SUCCESS, RunStatus.FAILURE, RunStatus.SKIPPED);

    public final List<Node> nodes = new ArrayList<>();
    public final boolean hasFinal;

    public RandomGraph(long seed, int mostSteps) {
        this(seed, mostSteps, "s");
    }

    /** One whose steps are called something with a number. */
    RandomGraph(long seed, int mostSteps, String prefix) {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(mostSteps);
        double roots = random.nextDouble() * 0.3;
        int reach = 1 + random.nextInt(Math.max(1, size));
        for (int i = 0; i < size; i++) {
            List<Edge> edges = new ArrayList<>();
            if (i > 0 && random.nextDouble() >= roots) {
                int parents = 1 + random.nextInt(4);
                for (int p = 0; p < parents; p++) {
                    int parent = i - 1 - random.nextInt(Math.min(i, reach));
                    if (edges.stream().noneMatch(edge -> edge.parent == parent)) {
                        edges.add(new Edge(parent, conditions(random)));
                    }
                }
            }
            Join join = edges.isEmpty() ? Join.all() : join(random, edges.size());
            nodes.add(new Node(prefix + i, edges, join, outcome(random), random.nextInt(20) == 0));
        }
        hasFinal = random.nextBoolean();
    }

    private static Outcome outcome(Random random) {
        RunStatus end = OUTCOMES.get(random.nextInt(OUTCOMES.size()));
        Duration takes = Duration.ofMillis(random.nextInt(3) == 0 ? 0 : random.nextInt(5_000));
        boolean unreliable = end == RunStatus.SUCCESS && random.nextInt(5) == 0;
        return new Outcome(end, takes, unreliable ? 1 + random.nextInt(2) : 0);
    }

    private static List<Condition> conditions(Random random) {
        Condition[] all = Condition.values();
        List<Condition> chosen = new ArrayList<>();
        chosen.add(random.nextInt(3) > 0 ? Condition.SUCCESS : all[random.nextInt(all.length)]);
        if (random.nextInt(4) == 0) {
            chosen.add(all[random.nextInt(all.length)]);
        }
        return chosen;
    }

    private static Join join(Random random, int edges) {
        return switch (random.nextInt(4)) {
            case 0 -> Join.any();
            case 1 -> Join.atLeast(1 + random.nextInt(edges));
            default -> Join.all();
        };
    }

    Workflow toWorkflow(String name) {
        return toWorkflow(name, node -> context -> {});
    }

    /** The workflow, with bodies of one's own. */
    public Workflow toWorkflow(String name, Function<Node, Action> bodies) {
        return Workflow.define(name, w -> {
            for (Node node : nodes) {
                Step<Void> step = w.run(node.name, bodies.apply(node)).join(node.join);
                if (node.outcome.failures > 0) {
                    step.retry(node.retry());
                }
                for (Edge edge : node.edges) {
                    step.after(nodes.get(edge.parent).name, edge.conditions.toArray(Condition[]::new));
                }
            }
            if (hasFinal) {
                w.finalRun("final", context -> {});
            }
        });
    }

    static Assumption assumption(Node node) {
        Assumption outcome = switch (node.outcome.end) {
            case SUCCESS -> Assumption.fails().times(node.outcome.failures);
            case FAILURE -> Assumption.fails();
            default -> Assumption.skips("nothing to do");
        };
        return outcome.taking(node.outcome.takes);
    }

    /** What must become of each step, by the table of rule W1 and nothing else. */
    public List<RunStatus> expected() {
        List<RunStatus> ends = new ArrayList<>();
        for (Node node : nodes) {
            boolean runs = mayRun(node, ends) && !node.paused;
            ends.add(runs ? node.outcome.end : RunStatus.SKIPPED);
        }
        return ends;
    }

    /** How its execution ends. */
    public ExecutionStatus expectedStatus() {
        return statusOf(expected());
    }

    /** How an execution ends whose steps, the final one aside, end like this. */
    public static ExecutionStatus statusOf(Collection<RunStatus> ends) {
        if (ends.contains(RunStatus.FAILURE)) {
            return ExecutionStatus.FAILURE;
        }
        return ends.stream().allMatch(end -> end == RunStatus.SKIPPED)
                ? ExecutionStatus.SKIPPED
                : ExecutionStatus.SUCCESS;
    }

    /** Whether the join of a step is met by these ends of its parents. */
    static boolean mayRun(Node node, List<RunStatus> ends) {
        int holding = 0;
        for (Edge edge : node.edges) {
            if (edge.conditions.stream().anyMatch(condition -> holds(condition, ends.get(edge.parent)))) {
                holding++;
            }
        }
        return holding >= (node.join.isAll() ? node.edges.size() : node.join.needed());
    }

    private static boolean holds(Condition condition, RunStatus end) {
        return switch (condition) {
            case SUCCESS -> end == RunStatus.SUCCESS;
            case FAILURE -> end == RunStatus.FAILURE || end == RunStatus.TIMEOUT || end == RunStatus.CANCELLED;
            case SKIPPED -> end == RunStatus.SKIPPED;
            case COMPLETE -> true;
        };
    }
}
