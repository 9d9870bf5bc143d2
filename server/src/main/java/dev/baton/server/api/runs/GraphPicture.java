package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.RunStatus;
import dev.baton.server.graph.Drawing;
import dev.baton.server.graph.Layout;
import dev.baton.server.graph.Sketch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The drawing of a graph of steps. The final step depends on every other step, but lines to it are drawn only from
 * steps without other children, so that it is at the end and a thousand lines do not cross the picture.
 */
public final class GraphPicture {

    private final Drawing drawing;
    private final List<Dependency> dependencies;
    private final Map<Dependency, List<Drawing.Point>> routes = new HashMap<>();

    private GraphPicture(Drawing drawing, List<Dependency> dependencies, List<Dependency> drawn) {
        this.drawing = drawing;
        this.dependencies = dependencies;
        for (int i = 0; i < drawn.size(); i++) {
            routes.put(drawn.get(i), drawing.routes().get(i));
        }
    }

    /**
     * Draws a graph.
     *
     * @param steps the names of the steps
     * @param dependencies the dependencies; those on other steps are left out
     * @param last the final step; null for none
     */
    public static GraphPicture of(
            Layout layout, List<String> steps, List<Dependency> dependencies, @Nullable String last) {
        Map<String, Integer> numbers = new HashMap<>();
        steps.forEach(step -> numbers.put(step, numbers.size()));
        List<Dependency> shown = dependencies.stream()
                .filter(edge -> numbers.containsKey(edge.parent()) && numbers.containsKey(edge.child()))
                .toList();
        Set<String> followed = shown.stream()
                .filter(edge -> !edge.child().equals(last))
                .map(Dependency::parent)
                .collect(Collectors.toSet());
        List<Dependency> drawn = shown.stream()
                .filter(edge -> !edge.child().equals(last) || !followed.contains(edge.parent()))
                .toList();
        List<Sketch.Edge> lines = new ArrayList<>(drawn.size());
        for (Dependency edge : drawn) {
            lines.add(new Sketch.Edge(numbers.getOrDefault(edge.parent(), 0), numbers.getOrDefault(edge.child(), 0)));
        }
        Drawing drawing = layout.draw(
                new Sketch(steps.stream().map(step -> Sketch.Node.STEP).toList(), lines));
        return new GraphPicture(drawing, shown, drawn);
    }

    /** The width of the drawing. */
    public double width() {
        return drawing.width();
    }

    /** The height of the drawing. */
    public double height() {
        return drawing.height();
    }

    /** The box of the step with this index. */
    public GraphView.PositionView position(int step) {
        Drawing.Box box = drawing.boxes().get(step);
        return new GraphView.PositionView(box.x(), box.y(), box.width(), box.height());
    }

    /**
     * The edges.
     *
     * @param ends tells the status of a step's run; null in the graph of a workflow
     */
    public List<GraphView.EdgeView> edges(Function<String, @Nullable RunStatus> ends) {
        return dependencies.stream()
                .map(edge -> edge(edge, ends.apply(edge.parent())))
                .toList();
    }

    private GraphView.EdgeView edge(Dependency edge, @Nullable RunStatus parent) {
        List<Condition> conditions = edge.conditions().stream().sorted().toList();
        int mask = Condition.mask(conditions.toArray(Condition[]::new));
        List<Drawing.Point> route = routes.get(edge);
        return new GraphView.EdgeView(
                edge.parent(),
                edge.child(),
                conditions,
                route == null,
                held(parent, mask),
                route == null ? List.of() : route);
    }

    private static @Nullable Boolean held(@Nullable RunStatus parent, int mask) {
        if (parent == null || !parent.isTerminal()) {
            return null;
        }
        return Condition.holds(mask, parent);
    }
}
