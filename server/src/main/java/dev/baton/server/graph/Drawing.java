package dev.baton.server.graph;

import java.util.List;

/**
 * The positions of everything in a {@link Sketch}, from the upper left corner, in pixels at natural size.
 *
 * @param width the width of the drawing
 * @param height the height of the drawing
 * @param boxes the nodes, in the order of the sketch
 * @param routes the edges, in the order of the sketch, from one box to the other
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

        /** Whether two boxes overlap. */
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
