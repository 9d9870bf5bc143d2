package dev.baton.server.api.runs;

import dev.baton.Dependency;
import dev.baton.server.api.runs.GraphView.PositionView;
import java.util.List;
import java.util.Map;

/** Says where the steps of a graph are drawn. */
@FunctionalInterface
public interface GraphLayout {

    /** Leaves that to whoever draws. */
    GraphLayout NONE = (steps, dependencies) -> Map.of();

    /**
     * The places of steps; those without one are left to whoever draws.
     *
     * @param steps in topological order
     */
    Map<String, PositionView> places(List<String> steps, List<Dependency> dependencies);
}
