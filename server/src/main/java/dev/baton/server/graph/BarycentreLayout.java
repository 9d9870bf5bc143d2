package dev.baton.server.graph;

import dev.baton.server.graph.Drawing.Box;
import dev.baton.server.graph.Drawing.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A layout in columns whose nodes are ordered by the mean position of their neighbours. Its cost is linear in nodes and
 * edges, so it can draw a graph of any size; an edge that crosses columns may run behind a box.
 */
public final class BarycentreLayout implements Layout {

    private static final int SWEEPS = 4;
    private static final double COLUMN_GAP = 64;
    private static final double ROW_GAP = 20;
    private static final double MARGIN = 12;

    @Override
    public Drawing draw(Sketch sketch) {
        Layers layers = Layers.of(sketch);
        order(layers, sketch.nodes().size());
        return place(sketch, layers.columns());
    }

    /** Sweeps to the right by the parents and to the left by the children reduce crossings. */
    private static void order(Layers layers, int count) {
        List<List<Integer>> columns = layers.columns();
        double[] place = new double[count];
        columns.forEach(column -> number(column, place));
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (List<Integer> column : columns) {
                sort(column, layers::parents, place);
            }
            for (int i = columns.size() - 1; i >= 0; i--) {
                sort(columns.get(i), layers::children, place);
            }
        }
    }

    private static void sort(List<Integer> column, IntFunction<List<Integer>> neighbours, double[] place) {
        double[] mean = new double[column.size()];
        Integer[] order = new Integer[mean.length];
        for (int i = 0; i < mean.length; i++) {
            int node = column.get(i);
            mean[i] = neighbours.apply(node).stream()
                    .mapToDouble(other -> place[other])
                    .average()
                    .orElse(place[node]);
            order[i] = i;
        }
        Arrays.sort(order, Comparator.comparingDouble(i -> mean[i]));
        List<Integer> old = List.copyOf(column);
        for (int i = 0; i < mean.length; i++) {
            column.set(i, old.get(order[i]));
        }
        number(column, place);
    }

    /** Positions range from 0 to 1, so that a column of two nodes and one of a thousand can be compared. */
    private static void number(List<Integer> column, double[] place) {
        for (int i = 0; i < column.size(); i++) {
            place[column.get(i)] = (i + 0.5) / column.size();
        }
    }

    private static Drawing place(Sketch sketch, List<List<Integer>> columns) {
        double height = columns.stream()
                .mapToDouble(column -> heightOf(column, sketch))
                .max()
                .orElse(0);
        Box[] boxes = new Box[sketch.nodes().size()];
        double x = MARGIN;
        for (List<Integer> column : columns) {
            double widest = 0;
            double y = MARGIN + (height - heightOf(column, sketch)) / 2;
            for (int number : column) {
                Sketch.Node node = sketch.nodes().get(number);
                boxes[number] = new Box(x, y, node.width(), node.height());
                y += node.height() + ROW_GAP;
                widest = Math.max(widest, node.width());
            }
            x += widest + COLUMN_GAP;
        }
        double width = columns.isEmpty() ? 2 * MARGIN : x - COLUMN_GAP + MARGIN;
        List<Box> placed = List.of(boxes);
        return new Drawing(width, height + 2 * MARGIN, placed, routes(sketch, placed));
    }

    private static double heightOf(List<Integer> column, Sketch sketch) {
        return column.stream()
                        .mapToDouble(node -> sketch.nodes().get(node).height() + ROW_GAP)
                        .sum()
                - ROW_GAP;
    }

    private static List<List<Point>> routes(Sketch sketch, List<Box> boxes) {
        List<List<Point>> routes = new ArrayList<>(sketch.edges().size());
        for (Sketch.Edge edge : sketch.edges()) {
            Box from = boxes.get(edge.from());
            Box to = boxes.get(edge.to());
            Point start = new Point(from.x() + from.width(), from.y() + from.height() / 2);
            Point end = new Point(to.x(), to.y() + to.height() / 2);
            double bend = end.x() - COLUMN_GAP / 2;
            routes.add(
                    start.y() == end.y()
                            ? List.of(start, end)
                            : List.of(start, new Point(bend, start.y()), new Point(bend, end.y()), end));
        }
        return routes;
    }
}
