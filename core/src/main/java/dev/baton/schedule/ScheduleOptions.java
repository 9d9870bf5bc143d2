package dev.baton.schedule;

import java.time.ZoneId;
import java.util.Objects;

/**
 * The options for parsing a spec.
 *
 * <pre>{@code
 * Schedule.parse("0 9 1 * MON", ScheduleOptions.DEFAULT.withDayMatch(DayMatch.BOTH));
 * }</pre>
 *
 * @param zone the time zone of a spec without a {@code TZ=} prefix
 * @param dayMatch how day-of-month and day-of-week combine when both are restricted
 * @param hashKey the key that {@code H} is hashed from, usually the name of the job
 * @param searchYears how many years {@code next} and {@code previous} look ahead and back before they answer "never"
 */
public record ScheduleOptions(ZoneId zone, DayMatch dayMatch, String hashKey, int searchYears) {

    /** UTC, either day field, an empty hash key, a search of 100 years. */
    public static final ScheduleOptions DEFAULT = new ScheduleOptions(ZoneId.of("UTC"), DayMatch.EITHER, "", 100);

    private static final int MAX_SEARCH_YEARS = 100_000;

    /** Rejects nulls and a search outside 1 to 100,000 years. */
    public ScheduleOptions {
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(dayMatch, "dayMatch");
        Objects.requireNonNull(hashKey, "hashKey");
        if (searchYears < 1 || searchYears > MAX_SEARCH_YEARS) {
            throw new IllegalArgumentException(
                    "searchYears is " + searchYears + "; it must lie between 1 and " + MAX_SEARCH_YEARS);
        }
    }

    /** These options with another zone. */
    public ScheduleOptions withZone(ZoneId newZone) {
        return new ScheduleOptions(newZone, dayMatch, hashKey, searchYears);
    }

    /** These options with another rule for the two day fields. */
    public ScheduleOptions withDayMatch(DayMatch newDayMatch) {
        return new ScheduleOptions(zone, newDayMatch, hashKey, searchYears);
    }

    /** These options with another key for {@code H}. */
    public ScheduleOptions withHashKey(String newHashKey) {
        return new ScheduleOptions(zone, dayMatch, newHashKey, searchYears);
    }

    /** These options with another search limit. */
    public ScheduleOptions withSearchYears(int newSearchYears) {
        return new ScheduleOptions(zone, dayMatch, hashKey, newSearchYears);
    }
}
