package dev.baton.cli.draw;

import java.util.Locale;
import java.util.function.Function;

/** The forms in which a graph can be written. */
public enum GraphFormat {
    /** For people, on a terminal. */
    TEXT(TextGraph::write),
    /** A picture. */
    SVG(SvgGraph::write),
    /** For Markdown pages that draw Mermaid. */
    MERMAID(MermaidGraph::write),
    /** For Graphviz. */
    DOT(DotGraph::write);

    private final Function<Picture, String> writer;

    GraphFormat(Function<Picture, String> writer) {
        this.writer = writer;
    }

    /** The picture in this form, with a line break at its end. */
    public String write(Picture picture) {
        return writer.apply(picture);
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
