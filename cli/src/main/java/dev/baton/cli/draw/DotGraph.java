package dev.baton.cli.draw;

/** A graph in the language of Graphviz. */
final class DotGraph {

    private DotGraph() {}

    static String write(Picture picture) {
        StringBuilder dot = new StringBuilder("digraph " + quoted(picture.name()) + " {\n");
        dot.append("  rankdir = LR;\n");
        dot.append("  node [shape = box, style = rounded, fontname = \"sans-serif\"];\n");
        dot.append("  edge [fontname = \"sans-serif\", fontsize = 10];\n");
        for (Picture.Node node : picture.nodes()) {
            String style = node.last() ? ", style = \"rounded,dashed\"" : "";
            dot.append("  ")
                    .append(quoted(node.name()))
                    .append(" [tooltip = ")
                    .append(quoted(node.kind()))
                    .append(style)
                    .append("];\n");
        }
        for (Picture.Edge edge : picture.edges()) {
            dot.append("  ").append(quoted(edge.from())).append(" -> ").append(quoted(edge.to()));
            if (!edge.conditions().isEmpty()) {
                String colour = edge.conditions().equals("failure") ? "red" : "gray";
                dot.append(" [label = ")
                        .append(quoted(edge.conditions()))
                        .append(", color = ")
                        .append(colour)
                        .append("]");
            }
            dot.append(";\n");
        }
        return dot.append("}\n").toString();
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
