package dev.baton.cli.draw;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A graph as lines: each step one level deeper than the last of its parents, with what it runs after. */
final class TextGraph {

    private TextGraph() {}

    static String write(Picture picture) {
        Map<String, List<Picture.Edge>> parents = new HashMap<>();
        picture.edges()
                .forEach(edge -> parents.computeIfAbsent(edge.to(), step -> new ArrayList<>())
                        .add(edge));
        Map<String, Integer> levels = levels(picture, parents);
        List<Picture.Node> ordered = new ArrayList<>(picture.nodes());
        ordered.sort(Comparator.comparing(node -> levels.getOrDefault(node.name(), 0)));
        int width = ordered.stream()
                .mapToInt(node ->
                        2 * levels.getOrDefault(node.name(), 0) + node.name().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder(picture.name()).append('\n');
        for (Picture.Node node : ordered) {
            String step = "  ".repeat(levels.getOrDefault(node.name(), 0)) + node.name();
            String line = "  " + step + " ".repeat(width - step.length()) + "  "
                    + about(node, parents.getOrDefault(node.name(), List.of()));
            text.append(line.stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** Iterative, so that a long chain overflows no stack. */
    private static Map<String, Integer> levels(Picture picture, Map<String, List<Picture.Edge>> parents) {
        Map<String, Integer> levels = new HashMap<>();
        boolean changed = true;
        for (int round = 0; changed && round <= picture.nodes().size(); round++) {
            changed = false;
            for (Picture.Node node : picture.nodes()) {
                int level = 0;
                for (Picture.Edge edge : parents.getOrDefault(node.name(), List.of())) {
                    level = Math.max(level, levels.getOrDefault(edge.from(), 0) + 1);
                }
                changed |= !Integer.valueOf(level).equals(levels.put(node.name(), level));
            }
        }
        return levels;
    }

    private static String about(Picture.Node node, List<Picture.Edge> after) {
        String kind = node.kind().equals("shell") ? "" : node.kind() + "  ";
        if (node.last()) {
            return kind + "last, whatever happened";
        }
        if (after.isEmpty()) {
            return kind.strip();
        }
        String joint = node.join().equals("all") || after.size() == 1 ? "" : " (" + node.join() + ")";
        List<String> names = after.stream()
                .map(edge -> edge.from() + (edge.conditions().isEmpty() ? "" : " (" + edge.conditions() + ")"))
                .toList();
        return kind + "after " + String.join(", ", names) + joint;
    }
}
