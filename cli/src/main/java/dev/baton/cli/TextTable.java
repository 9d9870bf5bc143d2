package dev.baton.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text with their columns under one another, and a line of headings. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    void add(String... cells) {
        rows.add(List.of(cells));
    }

    List<String> lines() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            line.append(cell).append(" ".repeat(widths[i] - cell.length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
