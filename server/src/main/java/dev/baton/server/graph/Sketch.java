package dev.baton.server.graph;

import java.util.List;

/**
 * A graph that is to be drawn: without circles, and without positions.
 *
 * @param nodes what is drawn as boxes
 * @param edges what is drawn as lines between them
 */
public record Sketch(List<Node> nodes, List<Edge> edges) {

    /** Copies both, and refuses lines that lead nowhere. */
    public Sketch {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        for (Edge edge : edges) {
            boolean inside = Math.min(edge.from, edge.to) >= 0 && Math.max(edge.from, edge.to) < nodes.size();
            if (!inside) {
                throw new IllegalArgumentException(
                        "an edge from " + edge.from + " to " + edge.to + " does not fit " + nodes.size() + " nodes");
            }
        }
    }

    /**
     * A box.
     *
     * @param width how wide it is
     * @param height how high it is
     */
    public record Node(double width, double height) {

        /** The box of a step: with room for an icon, a name and a line about it. */
        public static final Node STEP = new Node(172, 54);
    }

    /**
     * A line.
     *
     * @param from the place among the nodes of the one it leaves
     * @param to the place among the nodes of the one it points to
     */
    public record Edge(int from, int to) {}
}
