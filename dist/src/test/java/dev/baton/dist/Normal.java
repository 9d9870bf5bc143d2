package dev.baton.dist;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** What a command printed, without what differs from one time to the next: ids, times, and the widths that follow. */
final class Normal {

    private static final String ANYTHING = "…";

    /** Lines of an execution's log: which step, and what it printed. */
    private static final Pattern LOG_LINE = Pattern.compile("[a-z][a-z0-9-]* \\| .*");

    private Normal() {}

    static String of(List<String> lines) {
        return of(String.join("\n", lines));
    }

    static String of(String printed) {
        return sortEvents(printed.replaceAll(
                        "[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}(-[0-9a-f]{4}(-[0-9a-f]{12})?)?)?", "<id>")
                .replaceAll("adhoc-[0-9a-f]+", "adhoc-<id>")
                .replaceAll("btn_[A-Za-z0-9_-]+", "<token>")
                .replaceAll(
                        "\\w{3} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(:\\d\\d)?( [+-]\\d\\d:\\d\\d)?( +\\([^)]*\\))?",
                        "<moment>")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "<time>")
                .replaceAll("\\b\\d\\d:\\d\\d:\\d\\d\\b", "<time>")
                .replaceAll("\\d+(\\.\\d+)? m?s\\b", "<took>")
                .replaceAll("\"\\d+(\\.\\d+)?m?s\"", "\"<took>\"")
                .replaceAll("(?m)\\b(in )?\\d+ (min|h|d)( \\d+ (s|min|h|d))?( ago)?(?= |$)|\\bnow(?= {2}|$)", "<when>")
                .replaceAll("(?m)(in )?<took>( ago)", "<when>")
                .replaceAll("(?m)(?<=\\S) {2,}", "  ")
                .replaceAll("(?m)[ \\t]+$", "")
                .replaceAll("\\n+$", ""));
    }

    /**
     * What is printed about several steps comes in any order: the lines of 'baton run' that tell of them are sorted, and
     * so are those of their logs, which are read side by side.
     */
    private static String sortEvents(String normal) {
        List<String> lines = new ArrayList<>(normal.lines().toList());
        int i = 0;
        while (i < lines.size()) {
            int first = i;
            while (i < lines.size() && isInAnyOrder(lines.get(i))) {
                i++;
            }
            Collections.sort(lines.subList(first, i));
            i = Math.max(i, first + 1);
        }
        return String.join("\n", lines);
    }

    private static boolean isInAnyOrder(String line) {
        return line.startsWith("  <took>  ") || LOG_LINE.matcher(line).matches();
    }

    /** Whether a normal text is the expected one, in which a line with an ellipsis stands for any lines. */
    static boolean matches(String expected, String seen) {
        StringBuilder pattern = new StringBuilder();
        for (String line : expected.split("\n", -1)) {
            if (line.strip().equals(ANYTHING)) {
                pattern.append("(?:[^\n]*\n)*?");
            } else {
                pattern.append(Pattern.quote(line).replace(ANYTHING, "\\E[^\n]*\\Q"))
                        .append("\n");
            }
        }
        return Pattern.matches(pattern.toString(), seen + "\n");
    }
}
