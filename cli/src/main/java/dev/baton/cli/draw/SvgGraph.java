package dev.baton.cli.draw;

import dev.baton.server.graph.Drawing;
import dev.baton.server.graph.Layouts;
import dev.baton.server.graph.Sketch;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A graph as a picture that needs nothing else: it follows the light or dark of the page it is shown on. */
final class SvgGraph {

    private static final String STYLE = """
            <style>
              :root { --ink: #1f2328; --box: #ffffff; --line: #59636e; --bad: #cf222e; }
              @media (prefers-color-scheme: dark) {
                :root { --ink: #f0f6fc; --box: #151b23; --line: #9198a1; --bad: #ff7b72; }
              }
              text { font: 13px sans-serif; fill: var(--ink); }
              .kind, .condition { font-size: 11px; fill: var(--line); }
              rect { fill: var(--box); stroke: var(--line); }
              .last { stroke-dasharray: 5 3; }
              path { fill: none; stroke: var(--line); stroke-width: 1.3; }
              .failure path { stroke: var(--bad); stroke-dasharray: 5 3; }
              .failure .condition { fill: var(--bad); }
              marker path { fill: var(--line); stroke: none; }
            </style>
            <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
            <path d="M0 0L8 4L0 8z"/></marker></defs>
            """;

    private SvgGraph() {}

    static String write(Picture picture) {
        Drawing drawing = new Layouts()
                .draw(new Sketch(
                        picture.nodes().stream().map(node -> Sketch.Node.STEP).toList(),
                        picture.edges().stream()
                                .map(edge -> new Sketch.Edge(picture.number(edge.from()), picture.number(edge.to())))
                                .toList()));
        StringBuilder svg = new StringBuilder();
        svg.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" width=\"%s\" height=\"%s\" role=\"img\">\n",
                drawing.width(), drawing.height(), drawing.width(), drawing.height()));
        svg.append("<title>")
                .append(escaped(picture.name()))
                .append("</title>\n")
                .append(STYLE);
        for (int i = 0; i < picture.edges().size(); i++) {
            svg.append(edge(picture.edges().get(i), drawing.routes().get(i)));
        }
        for (int i = 0; i < picture.nodes().size(); i++) {
            svg.append(node(picture.nodes().get(i), drawing.boxes().get(i)));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String edge(Picture.Edge edge, List<Drawing.Point> route) {
        String path = route.stream()
                .map(point -> format("%s %s", point.x(), point.y()))
                .collect(Collectors.joining("L", "M", ""));
        Drawing.Point end = route.get(route.size() - 1);
        String label = edge.conditions().isEmpty()
                ? ""
                : format(
                        "<text class=\"condition\" text-anchor=\"end\" x=\"%s\" y=\"%s\">%s</text>",
                        end.x() - 8, end.y() - 5, escaped(edge.conditions()));
        return "<g" + (edge.conditions().equals("failure") ? " class=\"failure\"" : "") + "><path d=\"" + path
                + "\" marker-end=\"url(#arrow)\"/>" + label + "</g>\n";
    }

    private static String node(Picture.Node node, Drawing.Box box) {
        return format(
                "<g><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"8\"%s/>"
                        + "<text x=\"%s\" y=\"%s\">%s</text><text class=\"kind\" x=\"%s\" y=\"%s\">%s</text></g>\n",
                box.x(),
                box.y(),
                box.width(),
                box.height(),
                node.last() ? " class=\"last\"" : "",
                box.x() + 12,
                box.y() + 23,
                escaped(short22(node.name())),
                box.x() + 12,
                box.y() + 41,
                escaped(node.last() ? node.kind() + ", last" : node.kind()));
    }

    /** As much of a name as fits its box. */
    private static String short22(String name) {
        return name.length() <= 22 ? name : name.substring(0, 21) + "…";
    }

    private static String format(String text, Object... values) {
        Object[] plain = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            plain[i] = values[i] instanceof Double number
                    ? String.format(Locale.ROOT, "%.1f", number).replaceFirst("\\.0$", "")
                    : values[i];
        }
        return String.format(Locale.ROOT, text, plain);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
