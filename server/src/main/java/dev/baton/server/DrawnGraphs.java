package dev.baton.server;

import dev.baton.Dependency;
import dev.baton.server.api.runs.GraphLayout;
import dev.baton.server.graph.Drawing;
import dev.baton.server.graph.Layout;
import dev.baton.server.graph.Sketch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says where the steps of an execution are drawn, as the drawing of its workflow does. */
final class DrawnGraphs implements GraphLayout {

    private final Layout layout;

    DrawnGraphs(Layout layout) {
        this.layout = layout;
    }

    @Override
    public Drawing draw(List<String> steps, List<Dependency> dependencies) {
        Map<String, Integer> numbers = new HashMap<>();
        steps.forEach(step -> numbers.put(step, numbers.size()));
        List<Sketch.Edge> edges = new ArrayList<>();
        for (Dependency dependency : dependencies) {
            Integer from = numbers.get(dependency.parent());
            Integer to = numbers.get(dependency.child());
            if (from != null && to != null) {
                edges.add(new Sketch.Edge(from, to));
            }
        }
        return layout.draw(
                new Sketch(steps.stream().map(step -> Sketch.Node.STEP).toList(), edges));
    }
}
