package dev.baton.server.graph;

import java.util.List;

/**
 * Where everything in a {@link Sketch} stands, from the upper left corner, in pixels at its natural size.
 *
 * @param width how wide the whole is
 * @param height how high the whole is
 * @param boxes the nodes, in the order of the sketch
 * @param routes the edges, in the order of the sketch, from where they leave a box to where they reach another
 */
public record Drawing(double width, double height, List<Box> boxes, List<List<Point>> routes) {

    /** Copies both. */
    public Drawing {
        boxes = List.copyOf(boxes);
        routes = List.copyOf(routes);
    }

    /**
     * A node.
     *
     * @param x its left
     * @param y its top
     * @param width how wide it is
     * @param height how high it is
     */
    public record Box(double x, double y, double width, double height) {

        /** Whether two boxes share some room. */
        public boolean overlaps(Box other) {
            return x < other.x + other.width
                    && other.x < x + width
                    && y < other.y + other.height
                    && other.y < y + height;
        }
    }

    /**
     * A point of a line: its beginning, a bend, its end.
     *
     * @param x from the left
     * @param y from the top
     */
    public record Point(double x, double y) {}
}
