package dev.baton.server.graph;

/** A way to place what is in a sketch. Safe from any thread. */
@FunctionalInterface
public interface Layout {

    /**
     * Places everything, children to the right of their parents. The same sketch always gives the same drawing.
     *
     * @throws IllegalArgumentException when edges run in a circle
     */
    Drawing draw(Sketch sketch);
}
