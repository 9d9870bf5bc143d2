package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaylightSavingTest {

    @Test
    void a_minutely_job_fires_121_times_over_the_fall_back_hour_in_new_york() {
        assertThat(fires("* * * * *", "America/New_York", "2026-11-01T01:00:00-04:00", "2026-11-01T02:00:00-05:00"))
                .hasSize(121);
    }

    @Test
    void an_hourly_job_fires_6_times_over_the_fall_back_night_in_new_york() {
        assertThat(fires("0 * * * *", "America/New_York", "2026-11-01T00:00:00-04:00", "2026-11-01T04:00:00-05:00"))
                .hasSize(6);
    }

    @Test
    void a_time_that_spring_leaves_out_fires_once_that_day() {
        assertThat(fires("30 2 * * *", "America/New_York", "2026-03-08T00:00:00-05:00", "2026-03-08T23:59:59-04:00"))
                .containsExactly(instant("2026-03-08T03:30:00-04:00"));
    }

    @Test
    void a_time_after_a_midnight_that_does_not_exist_fires_once_in_beirut() {
        assertThat(fires("15 0 * * *", "Asia/Beirut", "2026-03-28T12:00:00+02:00", "2026-03-29T23:59:59+03:00"))
                .containsExactly(instant("2026-03-29T01:15:00+03:00"));
    }

    @Test
    void a_quarter_hourly_job_fires_10_times_over_the_half_hour_fall_back_of_lord_howe() {
        assertThat(fires(
                        "*/15 * * * *",
                        "Australia/Lord_Howe",
                        "2026-04-05T01:00:00+11:00",
                        "2026-04-05T02:45:00+10:30"))
                .hasSize(10);
    }

    @ParameterizedTest(name = "{1}: {0} moves to {3}")
    @CsvSource({
        "30 2 * * *,  Europe/Berlin,       2026-03-29T00:00:00+01:00, 2026-03-29T03:30:00+02:00",
        "0 2 * * *,   Europe/Berlin,       2026-03-29T00:00:00+01:00, 2026-03-29T03:00:00+02:00",
        "59 59 2 * * *, Europe/Berlin,     2026-03-29T00:00:00+01:00, 2026-03-29T03:59:59+02:00",
        "15 2 * * *,  Australia/Lord_Howe, 2026-10-04T01:00:00+10:30, 2026-10-04T02:45:00+11:00",
        "0 2 * * *,   Australia/Lord_Howe, 2026-10-04T01:00:00+10:30, 2026-10-04T02:30:00+11:00",
        "0 9 30 12 *, Pacific/Apia,        2011-12-29T12:00:00-10:00, 2011-12-31T09:00:00+14:00",
        "0 9 * * FRI, Pacific/Apia,        2011-12-29T12:00:00-10:00, 2011-12-31T09:00:00+14:00",
        "0 0 * * *,   Asia/Beirut,         2026-03-28T12:00:00+02:00, 2026-03-29T01:00:00+03:00",
        "0 0 * * *,   America/Sao_Paulo,   2018-11-03T12:00:00-03:00, 2018-11-04T01:00:00-02:00",
        "30 0 4 11 *, America/Sao_Paulo,   2018-11-03T12:00:00-03:00, 2018-11-04T01:30:00-02:00",
        "0 0 * * FRI, Africa/Cairo,        2026-04-23T12:00:00+02:00, 2026-04-24T01:00:00+03:00",
        "30 1 * * *,  Europe/Dublin,       2026-03-29T00:00:00Z,      2026-03-29T02:30:00+01:00",
        "0 1 * * *,   Antarctica/Troll,    2026-03-29T00:30:00Z,      2026-03-29T03:00:00+02:00",
        "30 2 * * *,  Antarctica/Troll,    2026-03-29T00:30:00Z,      2026-03-29T04:30:00+02:00",
    })
    void a_local_time_inside_a_gap_moves_forward_by_its_length(String spec, String zone, String after, String fire) {
        Schedule schedule = parse(spec, zone);

        assertThat(schedule.next(instant(after))).contains(instant(fire));
        assertThat(schedule.nextFire(instant(after))).contains(instant(fire));
        assertThat(schedule.matches(instant(fire))).isTrue();
        assertThat(schedule.previous(instant(fire).plusSeconds(1))).contains(instant(fire));
    }

    @Test
    void several_times_inside_one_gap_each_move() {
        assertThat(fires("0,20,40 2 * * *", "Europe/Berlin", "2026-03-29T00:00:00+01:00", "2026-03-29T12:00:00+02:00"))
                .containsExactly(
                        instant("2026-03-29T03:00:00+02:00"),
                        instant("2026-03-29T03:20:00+02:00"),
                        instant("2026-03-29T03:40:00+02:00"));
    }

    @Test
    void a_moved_time_that_meets_a_regular_one_fires_once() {
        assertThat(fires("30 2,3 * * *", "Europe/Berlin", "2026-03-29T00:00:00+01:00", "2026-03-29T12:00:00+02:00"))
                .containsExactly(instant("2026-03-29T03:30:00+02:00"));
    }

    @Test
    void every_time_of_the_day_that_samoa_left_out_moves_to_the_next_day() {
        assertThat(fires("0 */6 30 12 *", "Pacific/Apia", "2011-12-29T12:00:00-10:00", "2012-01-02T00:00:00+14:00"))
                .containsExactly(
                        instant("2011-12-31T00:00:00+14:00"),
                        instant("2011-12-31T06:00:00+14:00"),
                        instant("2011-12-31T12:00:00+14:00"),
                        instant("2011-12-31T18:00:00+14:00"));
    }

    @ParameterizedTest(name = "{1}: {0} fires {4} times")
    @CsvSource({
        "30 2 * * *,      Europe/Berlin,       2026-10-25T00:00:00+02:00, 2026-10-25T12:00:00+01:00, 1",
        "30 * * * *,      Europe/Berlin,       2026-10-25T01:45:00+02:00, 2026-10-25T03:00:00+01:00, 2",
        "30 */2 * * *,    Europe/Berlin,       2026-10-25T01:45:00+02:00, 2026-10-25T03:00:00+01:00, 2",
        "30 ? * * *,      Europe/Berlin,       2026-10-25T01:45:00+02:00, 2026-10-25T03:00:00+01:00, 2",
        "30 0-23 * * *,   Europe/Berlin,       2026-10-25T01:45:00+02:00, 2026-10-25T03:00:00+01:00, 1",
        "30 0/2 * * *,    Europe/Berlin,       2026-10-25T01:45:00+02:00, 2026-10-25T03:00:00+01:00, 1",
        "30 H(2-2) * * *, Europe/Berlin,       2026-10-25T01:45:00+02:00, 2026-10-25T03:00:00+01:00, 1",
        "* * 2 * * *,     Europe/Berlin,       2026-10-25T01:45:00+02:00, 2026-10-25T12:00:00+01:00, 3600",
        "* * * * * *,     Europe/Berlin,       2026-10-25T02:00:00+02:00, 2026-10-25T02:59:59+01:00, 7200",
        "45 1 * * *,      Australia/Lord_Howe, 2026-04-05T00:00:00+11:00, 2026-04-05T12:00:00+10:30, 1",
        "15 1 * * *,      Australia/Lord_Howe, 2026-04-05T00:00:00+11:00, 2026-04-05T12:00:00+10:30, 1",
        "30 1 * * *,      Europe/Dublin,       2026-10-25T00:00:00+01:00, 2026-10-25T12:00:00Z,      1",
        "30 * * * *,      Europe/Dublin,       2026-10-25T00:45:00+01:00, 2026-10-25T02:00:00Z,      2",
        "30 1 * * *,      Antarctica/Troll,    2026-10-25T00:00:00+02:00, 2026-10-25T12:00:00Z,      1",
        "'30 1,2 * * *',  Antarctica/Troll,    2026-10-25T00:00:00+02:00, 2026-10-25T12:00:00Z,      2",
        "30 23 * * *,     Africa/Cairo,        2026-10-29T12:00:00+03:00, 2026-10-30T12:00:00+02:00, 1",
    })
    void a_repeated_local_time_fires_once_if_the_spec_names_hours(
            String spec, String zone, String start, String end, int times) {
        assertThat(fires(spec, zone, start, end)).hasSize(times);
    }

    @Test
    void the_first_of_two_equal_local_times_is_fired_and_the_second_is_a_repeat() {
        Schedule schedule = parse("30 1 * * *", "America/New_York");
        Instant first = instant("2026-11-01T01:30:00-04:00");
        Instant second = instant("2026-11-01T01:30:00-05:00");

        assertThat(schedule.next(first.minusSeconds(1), 2)).containsExactly(first, second);
        assertThat(schedule.isRepeat(first)).isFalse();
        assertThat(schedule.isRepeat(second)).isTrue();
        assertThat(schedule.nextFire(first)).contains(instant("2026-11-02T01:30:00-05:00"));
        assertThat(parse("30 * * * *", "America/New_York").isRepeat(second)).isFalse();
        assertThat(parse("@every 1h", "America/New_York").isRepeat(second)).isFalse();
    }

    @Test
    void a_hashed_step_of_hours_follows_elapsed_time_like_any_other_step() {
        Instant secondPass = instant("2026-10-25T02:30:00+01:00");

        assertThat(parse("0 H/3 * * *", "Europe/Berlin").isRepeat(secondPass)).isFalse();
        assertThat(parse("0 H * * *", "Europe/Berlin").isRepeat(secondPass)).isTrue();
        assertThat(parse("0 H(0-9)/3 * * *", "Europe/Berlin").isRepeat(secondPass))
                .isTrue();
    }

    @Test
    void an_interval_knows_no_daylight_saving() {
        assertThat(parse("@every 30m", "Europe/Berlin").next(instant("2026-10-25T01:45:00+02:00"), 4))
                .containsExactly(
                        instant("2026-10-25T02:15:00+02:00"),
                        instant("2026-10-25T02:45:00+02:00"),
                        instant("2026-10-25T02:15:00+01:00"),
                        instant("2026-10-25T02:45:00+01:00"));
    }

    @ParameterizedTest
    @CsvSource({"2300-03-25", "3000-03-30", "5000-03-30", "99999-03-28"})
    void the_rules_of_today_hold_in_every_later_year(String lastSundayOfMarch) {
        String date = lastSundayOfMarch.length() > 10 ? "+" + lastSundayOfMarch : lastSundayOfMarch;
        Instant midnight = instant(date + "T00:00:00+01:00");

        assertThat(parse("30 2 * * *", "Europe/Berlin").next(midnight)).contains(instant(date + "T03:30:00+02:00"));
    }

    /** What a scheduler fires from start to end, both included. */
    private static List<Instant> fires(String spec, String zone, String start, String end) {
        Schedule schedule = parse(spec, zone);
        List<Instant> fires = new ArrayList<>();
        Optional<Instant> fire = schedule.nextFire(instant(start).minusSeconds(1));
        while (fire.isPresent() && !fire.get().isAfter(instant(end))) {
            fires.add(fire.get());
            fire = schedule.nextFire(fire.get());
        }
        return fires;
    }

    private static Schedule parse(String spec, String zone) {
        return Schedule.parse(spec, ScheduleOptions.DEFAULT.withZone(ZoneId.of(zone)));
    }

    private static Instant instant(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }
}
