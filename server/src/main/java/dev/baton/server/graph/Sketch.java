package dev.baton.server.graph;

import java.util.List;

/**
 * A graph to draw: without cycles and without positions.
 *
 * @param nodes the nodes, drawn as boxes
 * @param edges the edges, drawn as lines
 */
public record Sketch(List<Node> nodes, List<Edge> edges) {

    /** Copies both, and throws for edges without a node. */
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
     * @param width its width
     * @param height its height
     */
    public record Node(double width, double height) {

        /** The box of a step, with room for an icon, a name and a line of details. */
        public static final Node STEP = new Node(172, 54);
    }

    /**
     * A line.
     *
     * @param from the index of the node at its beginning
     * @param to the index of the node at its end
     */
    public record Edge(int from, int to) {}
}
