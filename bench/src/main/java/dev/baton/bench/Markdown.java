package dev.baton.bench;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown, aligned so that it reads on a terminal as well. */
public final class Markdown {

    private Markdown() {}

    /** The table with this head and these lines, all of the same length. */
    public static String table(String[] head, List<String[]> lines) {
        int[] widths = new int[head.length];
        List<String[]> all = new ArrayList<>(lines);
        all.add(0, head);
        for (String[] line : all) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line[column].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < all.size(); row++) {
            append(text, all.get(row), widths);
            if (row == 0) {
                for (int width : widths) {
                    text.append("|").append("-".repeat(width + 2));
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String[] line, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            text.append("| ").append(line[column]).append(" ".repeat(widths[column] - line[column].length() + 1));
        }
        text.append("|\n");
    }
}
