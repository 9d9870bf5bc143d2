package dev.baton.cli.draw;

import java.util.Locale;

/** The forms in which a graph can be written. */
public enum GraphFormat {
    /** For people, on a terminal. */
    TEXT,
    /** A picture. */
    SVG,
    /** For Markdown pages that draw Mermaid. */
    MERMAID,
    /** For Graphviz. */
    DOT;

    /** The picture in this form, with a line break at its end. */
    public String write(Picture picture) {
        return switch (this) {
            case TEXT -> TextGraph.write(picture);
            case SVG -> SvgGraph.write(picture);
            case MERMAID -> MermaidGraph.write(picture);
            case DOT -> DotGraph.write(picture);
        };
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
