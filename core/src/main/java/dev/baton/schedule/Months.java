package dev.baton.schedule;

/**
 * Calendar arithmetic on epoch days and on months counted from year 0 (year × 12 + month − 1), without allocating. The
 * year is taken to begin in March, so that the leap day is its last and month lengths follow one formula.
 */
final class Months {

    static final int ALL = 0xFFF;
    static final long DAYS_IN_400_YEARS = 146_097;

    private static final long DAYS_FROM_MARCH_0000_TO_EPOCH = 719_468;
    private static final int MONTHS_BEFORE_MARCH = 2;

    private Months() {}

    /** The month that a day lies in. */
    static long of(long epochDay) {
        long day = epochDay + DAYS_FROM_MARCH_0000_TO_EPOCH;
        long era = Math.floorDiv(day, DAYS_IN_400_YEARS);
        int dayOfEra = (int) (day - era * DAYS_IN_400_YEARS);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthOfYear = (5 * dayOfYear + 2) / 153;
        return (era * 400 + yearOfEra) * 12 + monthOfYear + MONTHS_BEFORE_MARCH;
    }

    /** The epoch day of a month's first day. */
    static long firstDay(long month) {
        long fromMarch = month - MONTHS_BEFORE_MARCH;
        long year = Math.floorDiv(fromMarch, 12L);
        int monthOfYear = (int) (fromMarch - year * 12);
        long era = Math.floorDiv(year, 400L);
        int yearOfEra = (int) (year - era * 400);
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + (153 * monthOfYear + 2) / 5;
        return era * DAYS_IN_400_YEARS + dayOfEra - DAYS_FROM_MARCH_0000_TO_EPOCH;
    }

    /** The day of the week, Sunday being 0. */
    static int weekday(long epochDay) {
        return Math.floorMod(epochDay + 4, 7);
    }
}
