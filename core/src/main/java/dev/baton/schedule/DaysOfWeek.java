package dev.baton.schedule;

/**
 * The day-of-week field.
 *
 * @param restricted false for {@code *} and {@code ?}, which leave the choice to the other day field
 * @param weekly bit n for every weekday n, Sunday being 0
 * @param nth bit 8 × weekday + n for the nth such weekday of a month ({@code MON#2}), n = {@value #LAST} for the last
 */
record DaysOfWeek(boolean restricted, int weekly, long nth) {

    static final int ALL = 0x7F;
    static final int LAST = 0;
    static final DaysOfWeek ANY = new DaysOfWeek(false, ALL, 0);

    private static final long FIVE_WEEKS = 1L | (1L << 7) | (1L << 14) | (1L << 21) | (1L << 28);

    static long nthBit(int weekday, int n) {
        return 1L << (8 * weekday + n);
    }

    /** The matching days of a month, bit n for day n; bits beyond its length may be set. */
    int in(int length, int firstWeekday) {
        int fromFirstOfMonth = ((weekly | (weekly << 7)) >>> firstWeekday) & ALL;
        int matching = (int) ((fromFirstOfMonth * FIVE_WEEKS) << 1);
        for (long rest = nth; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            int first = 1 + (bit / 8 - firstWeekday + 7) % 7;
            int n = bit % 8;
            int day = n == LAST ? first + (length - first) / 7 * 7 : first + (n - 1) * 7;
            if (day <= length) {
                matching |= 1 << day;
            }
        }
        return matching;
    }
}
