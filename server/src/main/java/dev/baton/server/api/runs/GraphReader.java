package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.GraphView.EdgeView;
import dev.baton.server.api.runs.GraphView.NodeView;
import dev.baton.server.api.runs.GraphView.PositionView;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.graph.Drawing;
import dev.baton.server.kind.WorkSpec;
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
    private final Catalog catalog;

    GraphReader(GraphLayout layout, Catalog catalog) {
        this.layout = layout;
        this.catalog = catalog;
    }

    GraphView read(Execution execution) {
        Map<String, Run> runs = new LinkedHashMap<>();
        List<Run> all = execution.runs(0, MOST_NODES + 1, Set.of());
        boolean truncated = all.size() > MOST_NODES;
        List<Run> shown = truncated ? all.subList(0, MOST_NODES) : all;
        List<String> names = StepNames.of(execution, shown);
        for (int i = 0; i < shown.size(); i++) {
            runs.put(names.get(i), shown.get(i));
        }
        FinalStep last = FinalStep.of(catalog, execution.name());
        List<Dependency> dependencies = last.connect(execution.dependencies(), runs.keySet()).stream()
                .filter(edge -> runs.containsKey(edge.parent()) && runs.containsKey(edge.child()))
                .toList();
        Drawing drawing = layout.draw(List.copyOf(runs.keySet()), dependencies);
        List<NodeView> nodes = new ArrayList<>();
        runs.forEach((step, run) -> nodes.add(new NodeView(
                run.id().toString(),
                step,
                run.job(),
                catalog.work(run.job()).map(WorkSpec::kind).orElse(null),
                step.equals(last.name()),
                run.status(),
                run.reason().isEmpty() ? null : run.reason(),
                run.attempt(),
                run.times().started(),
                run.times().finished(),
                ProgressView.of(run),
                place(drawing.boxes().get(nodes.size())))));
        List<EdgeView> edges = new ArrayList<>();
        for (Dependency edge : dependencies) {
            Run parent = runs.get(edge.parent());
            if (parent != null) {
                edges.add(edge(edge, parent.status(), drawing.routes().get(edges.size())));
            }
        }
        return new GraphView(nodes, edges, drawing.width(), drawing.height(), truncated);
    }

    private static PositionView place(Drawing.Box box) {
        return new PositionView(box.x(), box.y(), box.width(), box.height());
    }

    private static EdgeView edge(Dependency edge, RunStatus parent, List<Drawing.Point> route) {
        List<Condition> conditions = edge.conditions().stream().sorted().toList();
        int mask = Condition.mask(conditions.toArray(Condition[]::new));
        return new EdgeView(
                edge.parent(),
                edge.child(),
                conditions,
                parent.isTerminal() ? Boolean.valueOf(Condition.holds(mask, parent)) : null,
                route);
    }
}
