package dev.baton.cli.draw;

/** A graph in the language of Mermaid, which many pages of Markdown draw. */
final class MermaidGraph {

    private MermaidGraph() {}

    static String write(Picture picture) {
        StringBuilder text = new StringBuilder("flowchart LR\n");
        for (int i = 0; i < picture.nodes().size(); i++) {
            Picture.Node node = picture.nodes().get(i);
            // Ids of its own: a step may be called "end", which Mermaid takes for a word of its language.
            text.append("  s").append(i).append(node.last() ? "([\"" : "[\"");
            text.append(node.name().replace("\"", "#quot;")).append(node.last() ? "\"])\n" : "\"]\n");
        }
        for (Picture.Edge edge : picture.edges()) {
            text.append("  s").append(picture.number(edge.from()));
            text.append(edge.conditions().isEmpty() ? " --> " : " -. " + edge.conditions() + " .-> ");
            text.append("s").append(picture.number(edge.to())).append('\n');
        }
        return text.toString();
    }
}
