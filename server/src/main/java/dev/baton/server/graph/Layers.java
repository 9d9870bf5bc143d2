package dev.baton.server.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The columns of a graph: each node is one column to the right of its rightmost parent. */
final class Layers {

    private final List<List<Integer>> columns = new ArrayList<>();
    private final List<List<Integer>> parents;
    private final List<List<Integer>> children;

    private Layers(List<List<Integer>> parents, List<List<Integer>> children) {
        this.parents = parents;
        this.children = children;
    }

    static Layers of(Sketch sketch) {
        int count = sketch.nodes().size();
        Layers layers = new Layers(lists(count), lists(count));
        for (Sketch.Edge edge : sketch.edges()) {
            layers.parents.get(edge.to()).add(edge.from());
            layers.children.get(edge.from()).add(edge.to());
        }
        layers.assign();
        return layers;
    }

    private static List<List<Integer>> lists(int count) {
        List<List<Integer>> lists = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>(2));
        }
        return lists;
    }

    /** A node is placed after its last parent, so that each edge is visited once. */
    private void assign() {
        int[] missing = new int[parents.size()];
        int[] column = new int[parents.size()];
        Deque<Integer> ready = new ArrayDeque<>();
        for (int node = 0; node < missing.length; node++) {
            missing[node] = parents.get(node).size();
            if (missing[node] == 0) {
                ready.add(node);
            }
        }
        int placed = 0;
        while (!ready.isEmpty()) {
            int node = ready.remove();
            place(node, column[node]);
            placed++;
            for (int child : children.get(node)) {
                column[child] = Math.max(column[child], column[node] + 1);
                if (--missing[child] == 0) {
                    ready.add(child);
                }
            }
        }
        if (placed < missing.length) {
            throw new IllegalArgumentException("the edges of the graph form a cycle");
        }
    }

    private void place(int node, int column) {
        while (columns.size() <= column) {
            columns.add(new ArrayList<>());
        }
        columns.get(column).add(node);
    }

    /** The nodes of each column, from the left. */
    List<List<Integer>> columns() {
        return columns;
    }

    List<Integer> parents(int node) {
        return parents.get(node);
    }

    List<Integer> children(int node) {
        return children.get(node);
    }
}
