package dev.baton.cli.toml;

import java.util.ArrayList;
import java.util.List;

/** The difference between two short texts, line by line. */
public final class LineDiff {

    /** Around a change so many lines are shown. */
    private static final int CONTEXT = 1;

    /** Longer texts are shown as a whole, old and new: a table of all pairs would take too much memory. */
    private static final int MOST = 2_000;

    private LineDiff() {}

    /** The lines that go with a minus, those that come with a plus, and a little of what is around them. */
    public static List<String> of(List<String> before, List<String> after) {
        List<String> all = new ArrayList<>();
        if ((long) before.size() * after.size() > (long) MOST * MOST) {
            before.forEach(line -> all.add("- " + line));
            after.forEach(line -> all.add("+ " + line));
            return all;
        }
        int[][] common = common(before, after);
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                all.add("  " + before.get(i));
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                all.add("- " + before.get(i++));
            } else {
                all.add("+ " + after.get(j++));
            }
        }
        return nearChanges(all);
    }

    private static int[][] common(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static List<String> nearChanges(List<String> all) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            boolean near = false;
            for (int k = Math.max(0, i - CONTEXT); k <= Math.min(all.size() - 1, i + CONTEXT); k++) {
                near |= !all.get(k).startsWith("  ");
            }
            if (near) {
                shown.add(all.get(i));
            }
        }
        return shown;
    }
}
