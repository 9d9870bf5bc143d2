package dev.baton.server.api.definitions;

import dev.baton.Condition;
import dev.baton.server.api.definitions.WorkflowGraphView.GraphEdge;
import dev.baton.server.api.definitions.WorkflowGraphView.GraphNode;
import dev.baton.server.graph.Drawing;
import dev.baton.server.graph.Layout;
import dev.baton.server.graph.Sketch;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Draws the graphs of workflows. */
final class WorkflowGraphs {

    private final Layout layout;

    WorkflowGraphs(Layout layout) {
        this.layout = layout;
    }

    private record Line(String parent, String child, Set<Condition> conditions) {}

    WorkflowGraphView draw(WorkflowSpec workflow) {
        Map<String, Integer> numbers = new HashMap<>();
        workflow.steps().forEach(step -> numbers.put(step.name(), numbers.size()));
        List<Line> lines = lines(workflow);
        Drawing drawing = layout.draw(new Sketch(
                workflow.steps().stream().map(step -> Sketch.Node.STEP).toList(),
                lines.stream()
                        .map(line -> new Sketch.Edge(number(numbers, line.parent), number(numbers, line.child)))
                        .toList()));
        List<GraphNode> nodes = new ArrayList<>();
        for (StepSpec step : workflow.steps()) {
            nodes.add(node(workflow, step, drawing.boxes().get(nodes.size())));
        }
        List<GraphEdge> edges = new ArrayList<>();
        for (Line line : lines) {
            edges.add(edge(workflow, line, drawing.routes().get(edges.size())));
        }
        return new WorkflowGraphView(drawing.width(), drawing.height(), nodes, edges);
    }

    private static int number(Map<String, Integer> numbers, String step) {
        return Objects.requireNonNull(numbers.get(step), () -> "no step " + step);
    }

    /** Those that are written down, and those of the final step: drawn from what nothing else comes after. */
    private static List<Line> lines(WorkflowSpec workflow) {
        List<Line> lines = new ArrayList<>();
        for (StepSpec step : workflow.steps()) {
            step.place().after().forEach(edge -> lines.add(new Line(edge.parent(), step.name(), edge.conditions())));
        }
        Set<String> parents = lines.stream().map(Line::parent).collect(Collectors.toSet());
        workflow.steps().stream()
                .filter(step -> step.place().last())
                .findFirst()
                .ifPresent(last -> workflow.steps().stream()
                        .filter(step -> !step.equals(last) && !parents.contains(step.name()))
                        .forEach(step -> lines.add(new Line(step.name(), last.name(), Set.of(Condition.COMPLETE)))));
        return lines;
    }

    private static GraphNode node(WorkflowSpec workflow, StepSpec step, Drawing.Box box) {
        return new GraphNode(
                fullName(workflow, step.name()),
                step.name(),
                step.work().kind(),
                step.place().last(),
                step.place().join().toString(),
                box);
    }

    private static GraphEdge edge(WorkflowSpec workflow, Line line, List<Drawing.Point> route) {
        List<Condition> conditions = Arrays.stream(Condition.values())
                .filter(line.conditions::contains)
                .toList();
        return new GraphEdge(fullName(workflow, line.parent), fullName(workflow, line.child), conditions, route);
    }

    private static String fullName(WorkflowSpec workflow, String step) {
        return workflow.name() + "/" + step;
    }
}
