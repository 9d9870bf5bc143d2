package dev.baton.server.api.runs;

import dev.baton.Dependency;
import dev.baton.server.graph.Drawing;
import java.util.List;

/** Says where the steps of an execution are drawn. Safe from any thread. */
@FunctionalInterface
public interface GraphLayout {

    /**
     * Draws a graph.
     *
     * @param steps what the steps are called, without repetition
     * @param dependencies what waits for what, between these steps
     * @return the boxes in the order of the steps, and the lines in the order of the dependencies
     */
    Drawing draw(List<String> steps, List<Dependency> dependencies);
}
