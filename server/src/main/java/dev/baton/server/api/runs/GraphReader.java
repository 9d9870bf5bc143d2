package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.GraphView.EdgeView;
import dev.baton.server.api.runs.GraphView.NodeView;
import dev.baton.server.api.runs.GraphView.PositionView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows executions as graphs. */
final class GraphReader {

    /** More than this nobody can look at; the items of a fan-out are listed elsewhere. */
    private static final int MOST_NODES = 10_000;

    private final GraphLayout layout;

    GraphReader(GraphLayout layout) {
        this.layout = layout;
    }

    GraphView read(Execution execution) {
        Map<String, Run> runs = new LinkedHashMap<>();
        for (Run run : execution.runs(0, MOST_NODES + 1, Set.of())) {
            runs.put(execution.step(run.id().number()), run);
        }
        boolean truncated = runs.size() > MOST_NODES;
        if (truncated) {
            runs.remove(execution.step(MOST_NODES));
        }
        List<Dependency> dependencies = execution.dependencies().stream()
                .filter(edge -> runs.containsKey(edge.parent()) && runs.containsKey(edge.child()))
                .toList();
        Map<String, PositionView> places = layout.places(List.copyOf(runs.keySet()), dependencies);
        List<NodeView> nodes = new ArrayList<>();
        runs.forEach((step, run) -> nodes.add(new NodeView(
                run.id().toString(),
                step,
                run.job(),
                run.status(),
                run.reason().isEmpty() ? null : run.reason(),
                run.attempt(),
                run.times().started(),
                run.times().finished(),
                ProgressView.of(run),
                places.get(step))));
        List<EdgeView> edges = new ArrayList<>();
        for (Dependency edge : dependencies) {
            Run parent = runs.get(edge.parent());
            if (parent != null) {
                edges.add(edge(edge, parent.status()));
            }
        }
        return new GraphView(nodes, edges, truncated);
    }

    private static EdgeView edge(Dependency edge, RunStatus parent) {
        List<Condition> conditions = edge.conditions().stream().sorted().toList();
        int mask = Condition.mask(conditions.toArray(Condition[]::new));
        return new EdgeView(
                edge.parent(),
                edge.child(),
                conditions,
                parent.isTerminal() ? Boolean.valueOf(Condition.holds(mask, parent)) : null);
    }
}
