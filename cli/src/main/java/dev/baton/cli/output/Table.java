package dev.baton.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of text with their columns under one another and a line of headings, no wider than the terminal: the last columns
 * that can give room are cut first, down to their headings, and where that does not do, lines are cut at the edge. A file or
 * a pipe gets every text whole.
 */
public final class Table {

    private static final String GAP = "  ";
    private static final int LEAST = 8;

    private final Style style;
    private final List<String> headings;
    private final List<List<Cell>> rows = new ArrayList<>();

    /**
     * A text and its colour.
     *
     * @param text the text
     * @param paint the colour
     */
    public record Cell(String text, Paint paint) {

        public static Cell of(String text) {
            return new Cell(text, Paint.PLAIN);
        }
    }

    /** A table in a style, with its headings. */
    public Table(Style style, String... headings) {
        this.style = style;
        this.headings = List.of(headings);
    }

    /** Adds a row: a {@link Cell} each, or a text. */
    public Table add(Object... cells) {
        List<Cell> row = new ArrayList<>();
        for (Object cell : cells) {
            Cell made = cell instanceof Cell given ? given : Cell.of(String.valueOf(cell));
            row.add(new Cell(Texts.line(made.text), made.paint));
        }
        if (row.size() != headings.size()) {
            throw new IllegalArgumentException(row.size() + " cells for " + headings.size() + " columns");
        }
        rows.add(row);
        return this;
    }

    /** Whether it has no rows. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The headings and the rows. */
    public List<String> lines() {
        int[] widths = new int[headings.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Texts.width(headings.get(i));
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], Texts.width(row.get(i).text));
            }
        }
        fit(widths);
        List<String> lines = new ArrayList<>();
        lines.add(line(headings.stream().map(text -> new Cell(text, Paint.DIM)).toList(), widths));
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    /** Takes room from the widest columns until all fits; what is narrow already stays readable. */
    private void fit(int[] widths) {
        int columns = style.terminal().columns();
        if (columns == Terminal.UNLIMITED) {
            return;
        }
        int excess = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - columns;
        while (excess > 0) {
            int widest = widths.length - 1;
            for (int i = widest - 1; i >= 0; i--) {
                if (widths[i] > widths[widest]) {
                    widest = i;
                }
            }
            if (widths[widest] <= LEAST) {
                return;
            }
            widths[widest]--;
            excess--;
        }
    }

    private String line(List<Cell> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        int used = 0;
        int columns = style.terminal().columns();
        for (int i = 0; i < widths.length; i++) {
            int room = columns == Terminal.UNLIMITED ? widths[i] : Math.min(widths[i], columns - used);
            if (room <= 0) {
                break;
            }
            Cell cell = row.get(i);
            String text = Texts.cut(cell.text, room, style.glyphs().ellipsis());
            boolean last = i == widths.length - 1;
            line.append(style.paint(cell.paint, text));
            if (!last) {
                line.append(" ".repeat(Math.max(0, room - Texts.width(text)))).append(GAP);
            }
            used += room + GAP.length();
        }
        return line.toString().stripTrailing();
    }
}
