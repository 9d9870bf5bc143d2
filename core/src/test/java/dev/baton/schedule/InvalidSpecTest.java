package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.error.InvalidScheduleException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InvalidSpecTest {

    @ParameterizedTest(name = "{0}: {1}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            60 * * * *             | minute       | "60" is out of range: allowed is a number from 0 to 59
            0-60 * * * *           | minute       | "60" in "0-60" is out of range: allowed is a number from 0 to 59
            99999999999 * * * *    | minute       | "99999999999" is out of range: allowed is a number from 0 to 59
            60 0 * * * *           | second       | "60" is out of range: allowed is a number from 0 to 59
            0 24 * * *             | hour         | "24" is out of range: allowed is a number from 0 to 23
            0 x * * *              | hour         | "x" is not a number from 0 to 23
            0 0 0 * *              | day-of-month | "0" is out of range: allowed is a number from 1 to 31
            0 0 32W * *            | day-of-month | "32" in "32W" is out of range: allowed is a number from 1 to 31
            0 0 W * *              | day-of-month | "" in "W" is not a number from 1 to 31
            0 0 L-31 * *           | day-of-month | "L-31" is out of range: L-30 is the most
            0 0 L-0 * *            | day-of-month | "L-0" is not a day: the last one is L, the day before it L-1
            0 0 L-00 * *           | day-of-month | "L-00" is not a day: the last one is L, the day before it L-1
            0 0 L3 * *             | day-of-month | "L3" is not a day: the last one is L, the third before it L-3, the last weekday LW
            0 0 * 13 *             | month        | "13" is out of range: allowed is a number from 1 to 12 or a name from JAN to DEC
            0 0 * SEPT *           | month        | "SEPT" is not a number from 1 to 12 or a name from JAN to DEC. Did you mean "SEP"?
            0 0 * * 8              | day-of-week  | "8" is out of range: allowed is a number from 0 to 7 or a name from SUN to SAT
            0 0 * * MONDAY         | day-of-week  | "MONDAY" is not a number from 0 to 7 or a name from SUN to SAT. Did you mean "MON"?
            0 0 * * MON-FRX        | day-of-week  | "FRX" in "MON-FRX" is not a number from 0 to 7 or a name from SUN to SAT. Did you mean "FRI"?
            0 0 * * FRI#6          | day-of-week  | "FRI#6" must have a number from 1 to 5 after the #, or L for the last
            0 0 * * #3             | day-of-week  | "" in "#3" is not a number from 0 to 7 or a name from SUN to SAT
            0 0 * * L              | day-of-week  | "L" does not say which weekday is the last of the month: write FRIL or 5L
            0 0 1 1 * 2026-2024    | year         | the range "2026-2024" ends before it begins
            0 0 0 1 1 * 0          | year         | "0" is out of range: allowed is a number from 1 to 99999
            0 0 0 1 1 * H          | year         | "H" hashes a year, which has no natural range. Name the year
            0 0 1 1 * 100000       | year         | "100000" is out of range: allowed is a number from 1 to 99999
            */0 * * * *            | minute       | the step in "*/0" must be a number of 1 or more
            */x * * * *            | minute       | the step in "*/x" must be a number of 1 or more
            */5/5 * * * *          | minute       | the step in "*/5/5" must be a number of 1 or more
            */60 * * * *           | minute       | the step in "*/60" must be smaller than the range it divides, which has 60 values
            59/1 * * * *           | minute       | the step in "59/1" must be smaller than the range it divides, which has 1 value
            H(0-9)/10 * * * *      | minute       | the step in "H(0-9)/10" must be smaller than the range it divides, which has 10 values
            H(5) * * * *           | minute       | "H(5)" is not a hashed range: it is written H(a-b)
            -1 * * * *             | minute       | "-1" is not a range: a range is written a-b, and numbers have no sign
            1-2-3 * * * *          | minute       | "1-2-3" is not a range: a range is written a-b, and numbers have no sign
            1,,2 * * * *           | minute       | the list "1,,2" has an empty item
            L * * * *              | minute       | "L" is not a number from 0 to 59
            * * * *                | schedule     | it has 4 fields; a cron spec has 5 (minute hour day-of-month month day-of-week), 6 with seconds in front or a year behind, or 7 with both
            xyz                    | schedule     | it has 1 field; a cron spec has 5 (minute hour day-of-month month day-of-week), 6 with seconds in front or a year behind, or 7 with both
            @dayly                 | schedule     | "@dayly" is not known. Did you mean "@daily"?
            @whenever              | schedule     | "@whenever" is not known
            @daily 5               | schedule     | @daily stands alone; "5" is too much
            @every                 | schedule     | @every takes a duration, as in @every 1h30m
            @every 1x              | interval     | "1x" is not a duration; write numbers with units (w, d, h, m, s), as in 1h30m
            @every -5m             | interval     | "-5m" is not a duration; write numbers with units (w, d, h, m, s), as in 1h30m
            @every 90              | interval     | "90" is not a duration; write numbers with units (w, d, h, m, s), as in 1h30m
            @every 99999999999999w | interval     | "99999999999999w" is not a duration; write numbers with units (w, d, h, m, s), as in 1h30m
            @every 999ms           | interval     | it must be at least 1s
            @at                    | schedule     | @at takes an instant, as in @at 2026-12-24T18:00:00Z
            @at tomorrow           | instant      | "tomorrow" is not an instant; write it as 2026-12-24T18:00:00+01:00
            TZ=Mars/Base 0 0 * * * | time zone    | "Mars/Base" is not known
            TZ=Berlin 0 0 * * *    | time zone    | "Berlin" is not known. Did you mean "Europe/Berlin"?
            TZ=europe/berlin 0 0 * * * | time zone | "europe/berlin" is not known. Did you mean "Europe/Berlin"?
            TZ= 0 0 * * *          | time zone    | its name is empty; write TZ=Europe/Berlin
            TZ=UTC;x 0 0 * * *     | time zone    | "UTC;x" has a character that no time zone has in its name
            TZ="UTC 0 0 * * *      | time zone    | the quote in front of "UTC is not closed
            TZ=UTC                 | schedule     | nothing follows the time zone
            """)
    void a_bad_spec_is_rejected_with_its_field_and_a_reason(String spec, String field, String reason) {
        InvalidScheduleException error =
                catchThrowableOfType(InvalidScheduleException.class, () -> Schedule.parse(spec));

        assertThat(error.reason()).isEqualTo(reason);
        assertThat(error.field()).isEqualTo(field);
        assertThat(error.schedule()).isEqualTo(spec);
    }

    @Test
    void an_empty_spec_is_rejected() {
        assertThatThrownBy(() -> Schedule.parse("")).hasMessageContaining("it is empty");
        assertThatThrownBy(() -> Schedule.parse(" \t ")).hasMessageContaining("it is empty");
    }

    @Test
    void a_spec_may_have_1024_characters_and_no_more() {
        String longest = "00," + "1,".repeat(506) + "2 * * * *";
        assertThat(longest).hasSize(1024);

        assertThat(Schedule.parse(longest).describe()).isEqualTo("at minute 0 to 2 of every hour");
        assertThatThrownBy(() -> Schedule.parse(longest + " "))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("it has 1025 characters; 1024 are the most");
    }

    @Test
    void an_interval_made_in_code_is_at_least_a_second() {
        assertThatThrownBy(() -> Schedule.every(Duration.ofMillis(999)))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("at least 1s");
    }
}
