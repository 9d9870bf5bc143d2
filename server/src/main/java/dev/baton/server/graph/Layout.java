package dev.baton.server.graph;

/** Places the nodes and edges of a sketch. Safe from any thread. */
@FunctionalInterface
public interface Layout {

    /**
     * Places everything, children to the right of their parents. The same sketch always gives the same drawing.
     *
     * @throws IllegalArgumentException if the edges form a cycle
     */
    Drawing draw(Sketch sketch);
}
