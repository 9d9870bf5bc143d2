package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The days that depend on the month, month by month against java.time. */
class DaysOfMonthsTest {

    private static final YearMonth FIRST = YearMonth.of(1996, 1);
    private static final YearMonth LAST = YearMonth.of(2024, 12);

    @Test
    void L_minus_n_is_counted_from_the_last_day_and_left_out_in_months_too_short() {
        for (int n = 1; n <= 30; n++) {
            int before = n;
            check(
                    "0 0 L-" + n + " * *",
                    month -> Optional.of(month.atEndOfMonth().minusDays(before))
                            .filter(day -> YearMonth.from(day).equals(month)));
        }
    }

    @Test
    void nW_is_the_nearest_weekday_of_its_month_and_left_out_in_months_without_day_n() {
        for (int n = 1; n <= 31; n++) {
            int day = n;
            check("0 0 " + n + "W * *", month -> month.isValidDay(day) ? nearestWeekday(month, day) : Optional.empty());
        }
    }

    @Test
    void LW_is_the_last_weekday_of_the_month() {
        check("0 0 LW * *", month -> nearestWeekday(month, month.lengthOfMonth()));
    }

    @ParameterizedTest
    @EnumSource
    void the_nth_and_the_last_of_a_weekday_are_found(DayOfWeek weekday) {
        String name = weekday.name().substring(0, 3);
        for (int n = 1; n <= 5; n++) {
            int nth = n;
            check(
                    "0 0 * * " + name + "#" + n,
                    month -> Optional.of(month.atDay(1).with(TemporalAdjusters.dayOfWeekInMonth(nth, weekday)))
                            .filter(day -> YearMonth.from(day).equals(month)));
        }
        for (String last : List.of(name + "L", name + "#L", weekday.getValue() + "L")) {
            check("0 0 * * " + last, month -> Optional.of(month.atDay(1).with(TemporalAdjusters.lastInMonth(weekday))));
        }
    }

    private static Optional<LocalDate> nearestWeekday(YearMonth month, int target) {
        return IntStream.rangeClosed(1, month.lengthOfMonth())
                .mapToObj(month::atDay)
                .filter(day -> day.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0)
                .min(Comparator.comparingInt(day -> Math.abs(day.getDayOfMonth() - target)));
    }

    private static void check(String spec, Function<YearMonth, Optional<LocalDate>> dayOf) {
        List<LocalDate> expected = IntStream.iterate(0, i -> i + 1)
                .mapToObj(FIRST::plusMonths)
                .takeWhile(month -> !month.isAfter(LAST))
                .flatMap(month -> dayOf.apply(month).stream())
                .toList();
        List<LocalDate> found = Schedule.parse(spec)
                .between(
                        FIRST.atDay(1).atStartOfDay().minusSeconds(1).toInstant(ZoneOffset.UTC),
                        LAST.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .stream()
                .map(instant -> LocalDate.ofInstant(instant, ZoneOffset.UTC))
                .toList();

        assertThat(found).as(spec).isEqualTo(expected);
    }
}
