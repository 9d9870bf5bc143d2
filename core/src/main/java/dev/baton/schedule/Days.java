package dev.baton.schedule;

/** The dates a spec names: day, month and year. Searches month by month, so that rare dates are found fast. */
record Days(DaysOfMonth daysOfMonth, DaysOfWeek daysOfWeek, DayMatch match, int months, Years years) {

    static final Days EVERY = new Days(DaysOfMonth.ANY, DaysOfWeek.ANY, DayMatch.EITHER, Months.ALL, Years.EVERY);

    boolean everyDay() {
        return !daysOfMonth.restricted() && !daysOfWeek.restricted() && months == Months.ALL && years.isEvery();
    }

    boolean bothRestricted() {
        return daysOfMonth.restricted() && daysOfWeek.restricted();
    }

    /** The first matching day from {@code day} to about {@code last}, or {@link Schedule#NEVER}. */
    long next(long day, long last) {
        if (everyDay()) {
            return day;
        }
        long month = Months.of(day);
        long first = Months.firstDay(month);
        int matching = in(month, first) & (-1 << (int) (day - first + 1));
        while (matching == 0) {
            month = nextMonth(month + 1);
            if (month == Schedule.NEVER) {
                return Schedule.NEVER;
            }
            first = Months.firstDay(month);
            if (first > last) {
                return Schedule.NEVER;
            }
            matching = in(month, first);
        }
        return first + Integer.numberOfTrailingZeros(matching) - 1;
    }

    /** The last matching day from {@code day} back to about {@code earliest}, or {@link Schedule#NEVER}. */
    long previous(long day, long earliest) {
        if (everyDay()) {
            return day;
        }
        long month = Months.of(day);
        long first = Months.firstDay(month);
        int matching = in(month, first) & (int) ((2L << (day - first + 1)) - 1);
        while (matching == 0) {
            month = previousMonth(month - 1);
            if (month == Schedule.NEVER || Months.firstDay(month + 1) <= earliest) {
                return Schedule.NEVER;
            }
            first = Months.firstDay(month);
            matching = in(month, first);
        }
        return first + 30 - Integer.numberOfLeadingZeros(matching);
    }

    private int in(long month, long first) {
        if (nextMonth(month) != month) {
            return 0;
        }
        int length = (int) (Months.firstDay(month + 1) - first);
        int all = (int) ((2L << length) - 2);
        int firstWeekday = Months.weekday(first);
        if (!daysOfWeek.restricted()) {
            return daysOfMonth.in(length, firstWeekday) & all;
        }
        if (!daysOfMonth.restricted()) {
            return daysOfWeek.in(length, firstWeekday) & all;
        }
        int byMonth = daysOfMonth.in(length, firstWeekday);
        int byWeek = daysOfWeek.in(length, firstWeekday);
        return (match == DayMatch.BOTH ? byMonth & byWeek : byMonth | byWeek) & all;
    }

    private long nextMonth(long month) {
        long year = Math.floorDiv(month, 12L);
        int later = months & (-1 << (int) (month - year * 12));
        if (later != 0 && years.next(year) == year) {
            return year * 12 + Integer.numberOfTrailingZeros(later);
        }
        long nextYear = years.next(year + 1);
        return nextYear == Schedule.NEVER ? Schedule.NEVER : nextYear * 12 + Integer.numberOfTrailingZeros(months);
    }

    private long previousMonth(long month) {
        long year = Math.floorDiv(month, 12L);
        int earlier = months & ((2 << (int) (month - year * 12)) - 1);
        if (earlier != 0 && years.previous(year) == year) {
            return year * 12 + 31 - Integer.numberOfLeadingZeros(earlier);
        }
        long previousYear = years.previous(year - 1);
        return previousYear == Schedule.NEVER
                ? Schedule.NEVER
                : previousYear * 12 + 31 - Integer.numberOfLeadingZeros(months);
    }
}
