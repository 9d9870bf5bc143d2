package dev.baton.cli.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cron expressions of Quartz, in which days of the week are counted from Sunday as 1. */
final class QuartzCron {

    private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final Pattern PART = Pattern.compile("([1-7])(?:-([1-7]))?(?:/(\\d{1,2}))?([L]|#[1-5])?");
    private static final int DAY_OF_WEEK = 5;

    private QuartzCron() {}

    /**
     * The same schedule as Baton writes it.
     *
     * @throws IllegalArgumentException when it has not six or seven fields
     */
    static String converted(String expression) {
        String[] fields = expression.strip().split("\\s+", -1);
        if (fields.length < 6 || fields.length > 7) {
            throw new IllegalArgumentException(
                    "a cron expression of Quartz has six or seven fields, not " + fields.length);
        }
        List<String> days = new ArrayList<>();
        for (String part : fields[DAY_OF_WEEK].split(",", -1)) {
            days.add(day(part));
        }
        fields[DAY_OF_WEEK] = String.join(",", days);
        // A year that says nothing is left out.
        int count = fields.length == 7 && fields[6].equals("*") ? 6 : fields.length;
        return String.join(" ", List.of(fields).subList(0, count));
    }

    private static String day(String part) {
        if (part.equals("L")) {
            return "SAT";
        }
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            return part;
        }
        int first = Integer.parseInt(matcher.group(1));
        String suffix = matcher.group(4) == null ? "" : matcher.group(4);
        if (matcher.group(3) != null) {
            int last = matcher.group(2) == null ? DAYS.size() : Integer.parseInt(matcher.group(2));
            List<String> steps = new ArrayList<>();
            for (int i = first; i <= last; i += Math.max(1, Integer.parseInt(matcher.group(3)))) {
                steps.add(DAYS.get(i - 1));
            }
            return String.join(",", steps);
        }
        String from = DAYS.get(first - 1);
        return matcher.group(2) == null ? from + suffix : from + "-" + DAYS.get(Integer.parseInt(matcher.group(2)) - 1);
    }
}
