package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescribeTest {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            * * * * *                  | every minute
            * * * * * *                | every second
            */10 * * * * *             | every 10 seconds
            5/10 * * * * *             | every 10 seconds from second 5
            30 * * * * *               | at second 30 of every minute
            15/35 20-35/15 * * * *     | at second 15 and 50 of minute 20 and 35 of every hour
            */5 * * * *                | every 5 minutes
            */30 * * * *               | every 30 minutes
            5/15 * * * *               | every 15 minutes from minute 5
            */7 * * * *                | at every 7th minute of every hour
            5,10 * * * *               | at minute 5 and 10 of every hour
            0-10,30 * * * *            | at minute 0 to 10 and 30 of every hour
            0 * * * *                  | every hour
            30 * * * *                 | every hour at minute 30
            0 */2 * * *                | every 2 hours
            15 */6 * * *               | every 6 hours at minute 15
            15 1/6 * * *               | every 6 hours from 01:15
            0 */5 * * *                | at 00:00, 05:00, 10:00, 15:00 and 20:00 every day
            0 2 * * *                  | at 02:00 every day
            30 15 10 * * *             | at 10:15:30 every day
            0 9,17 * * *               | at 09:00 and 17:00 every day
            0,30 9 * * *               | at 09:00 and 09:30 every day
            0 0,12 * * *               | at 00:00 and 12:00 every day
            0 9-17 * * *               | every hour from 09:00 to 17:00
            30 9-17 * * *              | every hour from 09:30 to 17:30
            0 22-2 * * *               | every hour from 22:00 to 02:00
            * 9 * * *                  | every minute from 09:00 to 09:59
            */15 9-17 * * *            | every 15 minutes from 09:00 to 17:45
            * 9,12 * * *               | every minute of hour 9 and 12
            */15 9,12 * * *            | at every 15th minute of hour 9 and 12
            * * 2 * * *                | every second from 02:00:00 to 02:59:59
            30 14 * * MON-FRI          | at 14:30, Monday to Friday
            */5 9-17 * * 1-5           | every 5 minutes from 09:00 to 17:55, Monday to Friday
            0 9 * * MON                | at 09:00 on Monday
            0 9 * * 0,6                | at 09:00 on Saturday and Sunday
            0 9 * * FRI-MON            | at 09:00, Friday to Monday
            0 9 * * MON/2              | at 09:00 on Monday, Wednesday, Friday and Sunday
            0 9 * * 1-7                | at 09:00 on any weekday
            0 9 * * MON#2              | at 09:00 on the second Monday of the month
            0 9 * * FRI#L              | at 09:00 on the last Friday of the month
            0 9 * * WED,5L             | at 09:00 on Wednesday and the last Friday of the month
            0 9 * 3,9 TUE#1            | at 09:00 on the first Tuesday of March and September
            0 0 15 * *                 | at 00:00 on day 15 of the month
            0 0 1,15 * FRI             | at 00:00 on day 1 and 15 of the month or on Friday
            0 0 13 * FRI#2 2026        | at 00:00 on day 13 of the month or on the second Friday of the month, in 2026
            0 0 13 JUN-AUG FRI         | at 00:00 on day 13 of the month or on Friday, in June to August
            0 0 1-7 * *                | at 00:00 on day 1 to 7 of the month
            0 0 */2 * *                | at 00:00 on every 2nd day from day 1 of the month
            0 0 */5 * *                | at 00:00 on day 1, 6, 11, 16, 21, 26 and 31 of the month
            0 0 28-3 * *               | at 00:00 on day 28 to 3 of the month
            0 0 L * *                  | at 00:00 on the last day of the month
            0 0 L-1,L-3 * *            | at 00:00 on the day before the last and the 3rd day before the last of the month
            0 0 1,15,L * *             | at 00:00 on day 1 and 15 and the last day of the month
            0 0 15W * *                | at 00:00 on the weekday nearest day 15 of the month
            0 0 LW 12 *                | at 00:00 on the last weekday of December
            0 0 * 6 *                  | at 00:00 every day in June
            */5 * * NOV-FEB *          | every 5 minutes in November to February
            0 0 1 1,7 *                | at 00:00 on day 1 of January and July
            0 9 * 6 MON                | at 09:00 on Monday in June
            0 9 * 6 MON-FRI            | at 09:00, Monday to Friday, in June
            0 0 1 1 * 2027             | at 00:00 on day 1 of January 2027
            0 0 * * * 2027-2029        | at 00:00 every day in 2027 to 2029
            0 0 1 6 * 2020-2030/2      | at 00:00 on day 1 of June, in every 2nd year from 2020 to 2030
            0 0 1 6 * 2028/4           | at 00:00 on day 1 of June, in every 4th year from 2028 on
            0 0 1 6 * 2025,2027        | at 00:00 on day 1 of June, in 2025 and 2027
            TZ=Europe/Berlin 0 2 * * * | at 02:00 every day (Europe/Berlin)
            TZ=Etc/UTC 0 2 * * *       | at 02:00 every day
            TZ=+05:30 @hourly          | every hour (+05:30)
            @yearly                    | at 00:00 on day 1 of January
            @monthly                   | at 00:00 on day 1 of the month
            @weekly                    | at 00:00 on Sunday
            @daily                     | at 00:00 every day
            @hourly                    | every hour
            @every 1h                  | every hour
            @every 90s                 | every 1 minute and 30 seconds
            @every 1d2h3m4s            | every 1 day, 2 hours, 3 minutes and 4 seconds
            @every 1w                  | every 7 days
            @at 2026-12-24T18:00:00Z   | once, on 24 December 2026 at 18:00
            @at 2026-12-24T18:00:05+01:00 | once, on 24 December 2026 at 17:00:05
            TZ=Europe/Berlin @at 2026-12-24T18:00:00Z | once, on 24 December 2026 at 19:00 (Europe/Berlin)
            @startup                   | once, when the scheduler starts
            @manual                    | only when it is triggered
            """)
    void a_spec_reads_as_plain_english(String spec, String english) {
        assertThat(Schedule.parse(spec).describe()).isEqualTo(english);
    }

    @Test
    void two_day_fields_that_must_both_match_read_as_such() {
        ScheduleOptions both = ScheduleOptions.DEFAULT.withDayMatch(DayMatch.BOTH);

        assertThat(Schedule.parse("0 0 13 * FRI", both).describe())
                .isEqualTo("at 00:00 on day 13 of the month when it falls on Friday");
        assertThat(Schedule.parse("0 0 1-7 * MON", both).describe())
                .isEqualTo("at 00:00 on day 1 to 7 of the month when it falls on Monday");
    }

    @Test
    void hashed_values_read_as_what_they_come_to() {
        ScheduleOptions options = ScheduleOptions.DEFAULT.withHashKey("job-a");

        assertThat(Schedule.parse("H * * * *", options).describe()).isEqualTo("every hour at minute 54");
        assertThat(Schedule.parse("H 3 * * *", options).describe()).isEqualTo("at 03:54 every day");
    }

    @Test
    void a_schedule_made_in_code_has_the_text_that_would_make_it() {
        assertThat(Schedule.every(Duration.ofMinutes(90)).text()).isEqualTo("@every 1h30m");
        assertThat(Schedule.at(Instant.parse("2026-12-24T17:00:00Z")).text()).isEqualTo("@at 2026-12-24T17:00:00Z");
        assertThat(Schedule.startup().text()).isEqualTo("@startup");
        assertThat(Schedule.triggered().text()).isEqualTo("@triggered");
        for (Schedule schedule : new Schedule[] {
            Schedule.every(Duration.ofMinutes(90)), Schedule.at(Instant.EPOCH), Schedule.startup(), Schedule.triggered()
        }) {
            assertThat(Schedule.parse(schedule.text())).isEqualTo(schedule).hasToString(schedule.text());
        }
    }
}
