package dev.baton.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Labels and what belongs to them, one below the other; what is empty is left out. */
public final class Fields {

    private static final String INDENT = "  ";

    private final Style style;
    private final List<String> labels = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    public Fields(Style style) {
        this.style = style;
    }

    /** Adds a text, perhaps of several lines. */
    public Fields add(String label, String value) {
        if (!value.isBlank()) {
            labels.add(label);
            values.add(style.text(value.stripTrailing()));
        }
        return this;
    }

    /** The lines. */
    public List<String> lines() {
        int width = labels.stream().mapToInt(Texts::width).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            String label = style.paint(Paint.DIM, labels.get(i)) + " ".repeat(width - Texts.width(labels.get(i)));
            String next = INDENT + " ".repeat(width) + INDENT;
            lines.add(INDENT + label + INDENT + values.get(i).replace("\n", "\n" + next));
        }
        return lines;
    }
}
