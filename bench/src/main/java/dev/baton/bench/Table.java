package dev.baton.bench;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The one table that comes out: a block of lines for each measurement, one line for each peer. */
final class Table {

    private static final String[] HEAD = {"measurement", "Baton", "against", "theirs", "Baton is"};

    private final List<String[]> lines = new ArrayList<>();

    /** Adds a measurement whose first contender is Baton and whose others are its peers. */
    void add(String measurement, Unit unit, Map<String, Sample> contenders) {
        Iterator<Map.Entry<String, Sample>> all = contenders.entrySet().iterator();
        Sample baton = all.next().getValue();
        String own = unit.format(baton);
        if (!all.hasNext()) {
            lines.add(new String[] {measurement, own, "", "", ""});
        }
        String name = measurement;
        while (all.hasNext()) {
            Map.Entry<String, Sample> peer = all.next();
            double ratio = unit.ratio(baton.median(), peer.getValue().median());
            String times =
                    String.format(Locale.ROOT, ratio >= 100 ? "%.0f ×" : ratio >= 10 ? "%.1f ×" : "%.2f ×", ratio);
            lines.add(new String[] {name, own, peer.getKey(), unit.format(peer.getValue()), times});
            name = "";
            own = "";
        }
    }

    /** Adds a measurement that has no peer. */
    void add(String measurement, Unit unit, Sample baton) {
        add(measurement, unit, Map.of("Baton", baton));
    }

    /** Markdown, aligned so that it reads on a terminal as well. */
    @Override
    public String toString() {
        int[] widths = new int[HEAD.length];
        List<String[]> all = new ArrayList<>(lines);
        all.add(0, HEAD);
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
