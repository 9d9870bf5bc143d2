package dev.baton.schedule;

/**
 * The day-of-month field.
 *
 * @param restricted false for {@code *} and {@code ?}, which leave the choice to the other day field
 * @param days bit n for day n
 * @param fromEnd bit n for the day n days before the last ({@code L}, {@code L-n})
 * @param nearestWeekday bit n for the weekday nearest to day n ({@code nW}), bit 0 for the last one ({@code LW})
 */
record DaysOfMonth(boolean restricted, int days, int fromEnd, int nearestWeekday) {

    static final int ALL = -2;
    static final DaysOfMonth ANY = new DaysOfMonth(false, ALL, 0, 0);

    /** The matching days of a month, bit n for day n; bits beyond its length may be set. */
    int in(int length, int firstWeekday) {
        int matching = days;
        for (int rest = fromEnd; rest != 0; rest &= rest - 1) {
            int day = length - Integer.numberOfTrailingZeros(rest);
            if (day >= 1) {
                matching |= 1 << day;
            }
        }
        for (int rest = nearestWeekday; rest != 0; rest &= rest - 1) {
            int target = Integer.numberOfTrailingZeros(rest);
            if (target <= length) {
                matching |= 1 << weekdayNear(target == 0 ? length : target, length, firstWeekday);
            }
        }
        return matching;
    }

    private static int weekdayNear(int day, int length, int firstWeekday) {
        return switch ((firstWeekday + day - 1) % 7) {
            case 6 -> day > 1 ? day - 1 : day + 2;
            case 0 -> day < length ? day + 1 : day - 2;
            default -> day;
        };
    }
}
