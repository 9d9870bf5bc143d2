package dev.baton.schedule;

import java.util.List;

/**
 * A field of a cron spec.
 *
 * @param name its name in error messages
 * @param min the smallest number allowed
 * @param max the largest number allowed
 * @param cycle how many values there are before they repeat; 0 if they never repeat, so that no range wraps around
 * @param names names of the values from {@code min} on, in upper case
 */
record Field(String name, int min, int max, int cycle, List<String> names) {

    static final Field SECOND = new Field("second", 0, 59, 60, List.of());
    static final Field MINUTE = new Field("minute", 0, 59, 60, List.of());
    static final Field HOUR = new Field("hour", 0, 23, 24, List.of());
    static final Field DAY_OF_MONTH = new Field("day-of-month", 1, 31, 31, List.of());
    static final Field MONTH = new Field(
            "month",
            1,
            12,
            12,
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"));
    /** Sunday is 0 and 7. */
    static final Field DAY_OF_WEEK =
            new Field("day-of-week", 0, 7, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));

    static final Field YEAR = new Field("year", 1, 99_999, 0, List.of());

    /** Describes the allowed values, for error messages. */
    String allowed() {
        String numbers = "a number from " + min + " to " + max;
        return names.isEmpty()
                ? numbers
                : numbers + " or a name from " + names.get(0) + " to " + names.get(names.size() - 1);
    }
}
