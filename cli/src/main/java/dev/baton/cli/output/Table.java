package dev.baton.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Rows of text with their columns under one another and a line of headings, no wider than the terminal: the widest columns
 * are cut first. Columns that readers copy from, such as ids, can be kept whole: then the last of the others are left out
 * where cutting does not do. A file or a pipe gets every text whole.
 */
public final class Table {

    private static final String GAP = "  ";
    private static final int LEAST = 8;

    private final Style style;
    private final List<String> headings;
    private final List<List<Cell>> rows = new ArrayList<>();
    private Set<String> whole = Set.of();

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

    /** Keeps these columns whole, unless one of them takes more than half of the terminal. */
    public Table whole(String... kept) {
        whole = Set.of(kept);
        return this;
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
        int[] fitting = fit(widths);
        List<String> lines = new ArrayList<>();
        lines.add(line(headings.stream().map(text -> new Cell(text, Paint.DIM)).toList(), fitting));
        rows.forEach(row -> lines.add(line(row, fitting)));
        return lines;
    }

    /** The widths that fit into the terminal; 0 for a column that is left out. */
    private int[] fit(int[] widths) {
        int columns = style.terminal().columns();
        if (columns == Terminal.UNLIMITED) {
            return widths;
        }
        boolean[] firm = new boolean[widths.length];
        for (int i = 0; i < widths.length; i++) {
            firm[i] = whole.contains(headings.get(i)) && widths[i] <= columns / 2;
        }
        int[] left = widths.clone();
        for (int i = widths.length; i >= 0; i--) {
            if (i < widths.length && (firm[i] || whole.isEmpty())) {
                continue;
            }
            if (i < widths.length) {
                left[i] = 0;
            }
            int[] narrowed = left.clone();
            if (narrow(narrowed, firm, columns)) {
                return narrowed;
            }
        }
        // Not even these fit: the last of them are cut, and the first stays whole for as long as it can.
        for (int i = widths.length - 1; i > 0; i--) {
            if (firm[i]) {
                firm[i] = false;
                int[] narrowed = left.clone();
                if (narrow(narrowed, firm, columns)) {
                    return narrowed;
                }
            }
        }
        int[] narrowed = widths.clone();
        narrow(narrowed, new boolean[widths.length], columns);
        return narrowed;
    }

    /** Takes room from the widest columns that are not firm until all fits; what is narrow already stays readable. */
    private static boolean narrow(int[] widths, boolean[] firm, int columns) {
        long shown = Arrays.stream(widths).filter(width -> width > 0).count();
        long excess = Arrays.stream(widths).sum() + GAP.length() * (shown - 1) - columns;
        while (excess > 0) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> !firm[i])
                    .reduce((left, right) -> widths[right] >= widths[left] ? right : left)
                    .orElse(-1);
            if (widest < 0 || widths[widest] <= LEAST) {
                return false;
            }
            widths[widest]--;
            excess--;
        }
        return true;
    }

    private String line(List<Cell> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        int used = 0;
        int columns = style.terminal().columns();
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] == 0) {
                continue;
            }
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
