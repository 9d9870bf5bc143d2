package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            0 0 L * *           | 2026-01-31 2026-02-28 2026-03-31
            0 0 L-30 * *        | 2026-01-01 2026-03-01 2026-05-01
            0 0 1W * *          | 2026-01-01 2026-02-02 2026-03-02
            0 0 31W * *         | 2026-01-30 2026-03-31 2026-05-29
            0 0 LW * *          | 2026-01-30 2026-02-27 2026-03-31
            0 0 15w,l * *       | 2026-01-15 2026-01-31 2026-02-16
            0 0 * * MON#1       | 2026-01-05 2026-02-02 2026-03-02
            0 0 * * THU#5       | 2026-01-29 2026-04-30 2026-07-30
            0 0 * * sun#L       | 2026-01-25 2026-02-22 2026-03-29
            0 0 * * 7L          | 2026-01-25 2026-02-22 2026-03-29
            0 0 * * FRIL        | 2026-01-30 2026-02-27 2026-03-27
            0 0 * * FRI-MON/2   | 2026-01-02 2026-01-04 2026-01-09
            0 0 * * SAT-1       | 2026-01-03 2026-01-04 2026-01-05
            0 0 * * 7-2         | 2026-01-04 2026-01-05 2026-01-06
            0 0 * * */7         | 2026-01-04 2026-01-11 2026-01-18
            0 0 28-3 * *        | 2026-01-01 2026-01-02 2026-01-03
            0 0 1 NOV-FEB/3 *   | 2026-02-01 2026-11-01 2027-02-01
            0 0 29 2 *          | 2028-02-29 2032-02-29 2036-02-29
            0 0 1,15 * MON      | 2026-01-01 2026-01-05 2026-01-12
            0 0 1 1 * 2030-2040/5,2032 | 2030-01-01 2032-01-01 2035-01-01
            0 0 1 1 * 2100/50   | 2100-01-01
            0 0 ? ? ?           | 2026-01-01 2026-01-02 2026-01-03
            """)
    void dates_are_found(String spec, String dates) {
        List<Instant> expected = Stream.of(dates.split(" ", -1))
                .map(date -> LocalDate.parse(date).atStartOfDay().toInstant(ZoneOffset.UTC))
                .toList();
        Schedule schedule = Schedule.parse(spec);

        List<Instant> found = schedule.next(NEW_YEAR.minusSeconds(1), expected.size());
        assertThat(found).isEqualTo(expected);
        assertThat(schedule.previous(found.get(found.size() - 1).plusSeconds(1), found.size()))
                .containsExactlyInAnyOrderElementsOf(found);
    }

    @Test
    void both_day_fields_must_match_if_so_asked() {
        Schedule friday13th = Schedule.parse("0 0 13 * FRI", ScheduleOptions.DEFAULT.withDayMatch(DayMatch.BOTH));

        assertThat(friday13th.next(NEW_YEAR, 2))
                .containsExactly(Instant.parse("2026-02-13T00:00:00Z"), Instant.parse("2026-03-13T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 0 30 2 *",
                "0 0 31 4,6,9,11 *",
                "TZ=Europe/Berlin 0 0 30 2 *",
                "0 0 1 1 * 2020",
                "0 0 L-30 2 *"
            })
    void a_date_that_never_comes_is_found_out_fast(String spec) {
        Schedule schedule = Schedule.parse(spec);

        assertTimeout(Duration.ofSeconds(2), () -> {
            for (int i = 0; i < 1000; i++) {
                assertThat(schedule.nextFireSecond(NEW_YEAR.getEpochSecond())).isEqualTo(Schedule.NEVER);
            }
        });
        assertThat(schedule.next(NEW_YEAR)).isEmpty();
    }

    @Test
    void the_search_ends_after_the_years_that_the_options_say() {
        String spec = "0 0 1 1 * 2040";

        assertThat(Schedule.parse(spec).next(NEW_YEAR)).isPresent();
        assertThat(Schedule.parse(spec, ScheduleOptions.DEFAULT.withSearchYears(14))
                        .next(NEW_YEAR))
                .isPresent();
        assertThat(Schedule.parse(spec, ScheduleOptions.DEFAULT.withSearchYears(10))
                        .next(NEW_YEAR))
                .isEmpty();
        assertThat(Schedule.parse("0 0 1 1 * 1990", ScheduleOptions.DEFAULT.withSearchYears(10))
                        .previous(NEW_YEAR))
                .isEmpty();
    }

    @Test
    void the_ends_of_time_are_no_obstacle() {
        for (String spec : List.of("* * * * *", "TZ=Europe/Berlin 0 0 1 1 *", "@every 1000000h", "@startup")) {
            Schedule schedule = Schedule.parse(spec);
            assertThat(schedule.next(Instant.MAX)).isEmpty();
            assertThat(schedule.previous(Instant.MIN)).isEmpty();
            assertThat(schedule.next(Instant.MIN)).isEqualTo(schedule.nextFire(Instant.MIN));
            assertThat(schedule.previous(Instant.MAX).isPresent()).isEqualTo(schedule.firesByItself());
        }
        assertThat(Schedule.parse("* * * * *").nextFireSecond(Long.MAX_VALUE)).isEqualTo(Schedule.NEVER);
        assertThat(Schedule.parse("@every 1s").nextFireSecond(Long.MAX_VALUE)).isEqualTo(Schedule.NEVER);
    }

    @Test
    void between_and_count_leave_out_both_ends() {
        Schedule hourly = Schedule.parse("0 * * * *");
        Instant end = NEW_YEAR.plusSeconds(4 * 3600);

        assertThat(hourly.between(NEW_YEAR, end)).hasSize(3).hasSize((int) hourly.count(NEW_YEAR, end));
        assertThat(hourly.between(NEW_YEAR, end, 2)).containsExactlyElementsOf(hourly.next(NEW_YEAR, 2));
        assertThat(hourly.count(NEW_YEAR, end, 2)).isEqualTo(2);
        assertThat(hourly.between(end, NEW_YEAR)).isEmpty();
        assertThatThrownBy(() -> hourly.next(NEW_YEAR, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void previous_of_a_fraction_of_a_second_includes_the_second_it_is_part_of() {
        Schedule hourly = Schedule.parse("0 * * * *");

        assertThat(hourly.previous(NEW_YEAR.plusNanos(1))).contains(NEW_YEAR);
        assertThat(hourly.previous(NEW_YEAR)).contains(NEW_YEAR.minusSeconds(3600));
        assertThat(hourly.matches(NEW_YEAR.plusMillis(999))).isTrue();
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "1h30m, PT1H30M",
        "1.5h, PT1H30M",
        "90s, PT90S",
        "1d, PT24H",
        "1w2d, PT216H",
        "1500ms, PT1S",
        ".5m, PT30S",
        "1s999ms, PT1S",
        "1000000us, PT1S",
        "1h1h, PT2H"
    })
    void an_interval_is_read_and_cut_to_whole_seconds(String text, Duration interval) {
        assertThat(Schedule.parse("@every " + text))
                .isInstanceOfSatisfying(
                        Every.class, every -> assertThat(every.interval()).isEqualTo(interval));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "@at 2026-12-24T18:00:00+01:00, 2026-12-24T17:00:00Z",
        "@at 2026-12-24T18:00Z, 2026-12-24T18:00:00Z",
        "@AT 2026-12-24T18:00:00, 2026-12-24T18:00:00Z",
        "TZ=Europe/Berlin @at 2026-12-24T18:00:00, 2026-12-24T17:00:00Z",
        "TZ=Europe/Berlin @at 2026-12-24T18:00:00Z, 2026-12-24T18:00:00Z",
        "TZ=Europe/Berlin @at 2026-03-29T02:30:00, 2026-03-29T01:30:00Z",
        "@at 2026-12-24T18:00:00.001Z, 2026-12-24T18:00:01Z",
    })
    void a_single_instant_is_read(String spec, Instant instant) {
        Schedule schedule = Schedule.parse(spec);

        assertThat(schedule.next(NEW_YEAR, 2)).containsExactly(instant);
        assertThat(schedule.next(instant)).isEmpty();
        assertThat(schedule.previous(instant.plusNanos(1))).contains(instant);
        assertThat(schedule.nextFireSecond(instant.getEpochSecond() - 1)).isEqualTo(instant.getEpochSecond());
        assertThat(schedule.nextFireSecond(instant.getEpochSecond())).isEqualTo(Schedule.NEVER);
    }

    @Test
    void an_instant_a_moment_ahead_is_not_yet_past() {
        Instant now = NEW_YEAR.plusMillis(300);

        assertThat(Schedule.at(now.plusMillis(200)).next(now)).contains(NEW_YEAR.plusSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"@startup", "@REBOOT", "@triggered", "@Manual", "@none", "TZ=Europe/Berlin @none"})
    void some_schedules_do_not_fire_by_themselves(String spec) {
        Schedule schedule = Schedule.parse(spec);

        assertThat(schedule.firesByItself()).isFalse();
        assertThat(schedule.next(NEW_YEAR)).isEmpty();
        assertThat(schedule.previous(NEW_YEAR)).isEmpty();
        assertThat(schedule.nextFireSecond(0)).isEqualTo(Schedule.NEVER);
        assertThat(schedule.matches(NEW_YEAR)).isFalse();
    }

    @Test
    void the_zone_comes_from_the_spec_or_else_from_the_options() {
        ScheduleOptions berlin = ScheduleOptions.DEFAULT.withZone(ZoneId.of("Europe/Berlin"));

        assertThat(Schedule.parse("0 2 * * *").zone()).isEqualTo(ZoneId.of("UTC"));
        assertThat(Schedule.parse("0 2 * * *", berlin).zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(Schedule.parse("CRON_TZ='Asia/Tokyo' 0 2 * * *", berlin).zone())
                .isEqualTo(ZoneId.of("Asia/Tokyo"));
        assertThat(Schedule.parse("tz=Asia/Tokyo @every 1h", berlin).zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }

    @Test
    void the_text_is_kept_as_it_was_given() {
        assertThat(Schedule.parse("  TZ=UTC\t0  2 * * * ").text()).isEqualTo("  TZ=UTC\t0  2 * * * ");
    }

    @Test
    void equal_specs_are_equal_schedules() {
        ScheduleOptions berlin = ScheduleOptions.DEFAULT.withZone(ZoneId.of("Europe/Berlin"));

        assertThat(Schedule.parse("0 2 * * *"))
                .isEqualTo(Schedule.parse("0 2 * * *"))
                .hasSameHashCodeAs(Schedule.parse("0 2 * * *"))
                .isNotEqualTo(Schedule.parse("0 2 * * *", berlin))
                .isNotEqualTo(Schedule.parse("0 3 * * *"));
        assertThat(Schedule.parse("H * * * *", berlin.withHashKey("a")))
                .isNotEqualTo(Schedule.parse("H * * * *", berlin.withHashKey("b")));
    }

    @Test
    void two_restricted_day_fields_are_warned_of() {
        ScheduleOptions both = ScheduleOptions.DEFAULT.withDayMatch(DayMatch.BOTH);

        assertThat(Schedule.parse("0 9 15 * FRI").warnings())
                .singleElement()
                .asString()
                .contains("a day on which either of them matches");
        assertThat(Schedule.parse("0 9 15 * FRI", both).warnings())
                .singleElement()
                .asString()
                .contains("only a day on which both of them match");
        assertThat(Schedule.parse("0 9 */2 * */2").warnings()).hasSize(1);
        for (String spec : List.of("0 9 15 * *", "0 9 ? * FRI", "0 9 15 * ?", "@daily", "@every 1h", "@none")) {
            assertThat(Schedule.parse(spec).warnings()).isEmpty();
        }
    }

    @Test
    void a_search_of_no_years_is_rejected() {
        assertThatThrownBy(() -> ScheduleOptions.DEFAULT.withSearchYears(0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
