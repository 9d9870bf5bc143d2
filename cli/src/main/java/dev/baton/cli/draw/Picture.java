package dev.baton.cli.draw;

import dev.baton.Condition;
import dev.baton.Step;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A workflow as something to draw.
 *
 * @param name its name
 * @param nodes its steps
 * @param edges what runs after what
 */
public record Picture(String name, List<Node> nodes, List<Edge> edges) {

    /**
     * A step.
     *
     * @param name its name
     * @param kind what it does
     * @param join how many of its parents count: all, any, at least some
     * @param last whether it is the final step
     */
    public record Node(String name, String kind, String join, boolean last) {}

    /**
     * A dependency.
     *
     * @param from the parent
     * @param to the child
     * @param conditions how the parent has to end, in words; empty for success
     */
    public record Edge(String from, String to, String conditions) {}

    /** The picture of a workflow. */
    public static Picture of(WorkflowSpec workflow) {
        List<Node> nodes = workflow.steps().stream()
                .map(step -> new Node(
                        step.name(),
                        step.work().kind(),
                        step.place().join().toString(),
                        step.place().last()))
                .toList();
        Set<String> observers = workflow.steps().stream()
                .filter(step -> step.place().after().stream()
                        .anyMatch(edge -> edge.parent().equals(Step.ANY)))
                .map(StepSpec::name)
                .collect(Collectors.toSet());
        List<String> observed = nodes.stream()
                .filter(node -> !node.last && !observers.contains(node.name))
                .map(Node::name)
                .toList();
        List<Edge> edges = new ArrayList<>();
        for (StepSpec step : workflow.steps()) {
            step.place()
                    .after()
                    .forEach(edge -> (edge.parent().equals(Step.ANY) ? observed : List.of(edge.parent()))
                            .forEach(parent -> edges.add(new Edge(parent, step.name(), words(edge.conditions())))));
        }
        Set<String> parents = edges.stream().map(Edge::from).collect(Collectors.toSet());
        // The final step comes after all others; lines from those that nothing else comes after say so.
        nodes.stream()
                .filter(Node::last)
                .findFirst()
                .ifPresent(last -> nodes.stream()
                        .filter(node -> !node.last && !parents.contains(node.name))
                        .forEach(node -> edges.add(new Edge(node.name, last.name, Condition.COMPLETE.toString()))));
        return new Picture(workflow.name(), nodes, List.copyOf(edges));
    }

    private static String words(Set<Condition> conditions) {
        return conditions.equals(Set.of(Condition.SUCCESS))
                ? ""
                : Arrays.stream(Condition.values())
                        .filter(conditions::contains)
                        .map(Condition::toString)
                        .collect(Collectors.joining(" or "));
    }

    /** The place of a step among the nodes. */
    int number(String step) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).name.equals(step)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no step " + step);
    }
}
