package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronCommandTest {

    @Test
    void a_schedule_is_described_and_its_next_fires_are_listed() {
        Cli cli = Cli.run("cron", "30 2 * * *", "--zone", "Europe/Berlin", "--count", "2");
        assertThat(cli.code()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out().lines())
                .containsExactly(
                        "30 2 * * *",
                        "  means  at 02:30 every day (Europe/Berlin)",
                        "  zone   Europe/Berlin",
                        "",
                        "Next fires after 2026-11-15T13:00:00+01:00:",
                        "  Mon 2026-11-16 02:30:00 +01:00   in 13 h 30 min",
                        "  Tue 2026-11-17 02:30:00 +01:00   in 1 d 13 h");
    }

    @Test
    void five_fires_in_utc_are_the_default() {
        Cli cli = Cli.run("cron", "@daily");
        assertThat(cli.out().lines().filter(line -> line.contains(" 00:00:00 +00:00")))
                .hasSize(5);
    }

    @Test
    void json_has_four_names_and_times_with_seconds_and_offset() {
        Cli cli = Cli.run(
                "cron", "0 12 * * *", "--json", "--zone", "America/New_York", "--after", "2026-10-31T00:00:00Z");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).isEqualToNormalizingNewlines("""
                        {"expression":"0 12 * * *","zone":"America/New_York",\
                        "description":"at 12:00 every day (America/New_York)",\
                        "next":["2026-10-31T12:00:00-04:00","2026-11-01T12:00:00-05:00","2026-11-02T12:00:00-05:00",\
                        "2026-11-03T12:00:00-05:00","2026-11-04T12:00:00-05:00"]}
                        """);
    }

    @Test
    void a_repeated_hour_counts_once_when_hours_are_named() {
        Cli cli = Cli.run(
                "cron",
                "30 2 * * *",
                "--zone",
                "Europe/Berlin",
                "--after",
                "2026-10-24T12:00",
                "--count",
                "2",
                "--json");
        assertThat(cli.out()).contains("2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00");
    }

    @Test
    void a_zone_in_the_expression_wins() {
        Cli cli = Cli.run("cron", "TZ=Asia/Tokyo 0 9 * * *", "--zone", "Europe/Berlin", "--count", "1", "--json");
        assertThat(cli.out()).contains("\"zone\":\"Asia/Tokyo\"", "\"2026-11-16T09:00:00+09:00\"");
    }

    @Test
    void a_local_after_is_taken_in_the_zone_of_the_expression() {
        Cli cli = Cli.run("cron", "TZ=Asia/Tokyo 0 9 * * *", "--after", "2026-01-01T08:59", "--count", "1", "--json");
        assertThat(cli.out()).contains("\"2026-01-01T09:00:00+09:00\"");
    }

    @Test
    void a_schedule_that_never_fires_has_no_next() {
        assertThat(Cli.run("cron", "0 0 30 2 *", "--json").out()).contains("\"next\":[]");
        Cli human = Cli.run("cron", "0 0 30 2 *");
        assertThat(human.code()).isZero();
        assertThat(human.out()).contains("It never fires after 2026-11-15T12:00:00Z (searched 100 years ahead).");
    }

    @Test
    void an_instant_that_has_passed_has_no_next() {
        Cli cli = Cli.run("cron", "@at 2020-01-01T00:00:00Z");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("It never fires after 2026-11-15T12:00:00Z.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"@triggered", "@manual", "@none", "@startup", "@reboot"})
    void what_no_clock_starts_has_nothing_to_list(String expression) {
        Cli human = Cli.run("cron", expression);
        assertThat(human.code()).isZero();
        assertThat(human.out()).contains("no clock starts it");
        assertThat(Cli.run("cron", expression, "--json").out()).contains("\"next\":[]");
    }

    @Test
    void warnings_are_shown_to_people() {
        assertThat(Cli.run("cron", "0 0 1 * MON").out()).contains("  note   ");
    }

    @Test
    void the_days_can_be_asked_to_match_both() {
        Cli cli = Cli.run("cron", "0 0 13 * FRI", "--day-match", "both", "--count", "1", "--json");
        assertThat(cli.out()).contains("2027-08-13T00:00:00Z");
    }

    @Test
    void a_hashed_field_goes_by_the_name() {
        String nightly = Cli.run("cron", "H H * * *", "--name", "nightly").out();
        assertThat(Cli.run("cron", "H H * * *", "--name", "nightly").out()).isEqualTo(nightly);
        assertThat(Cli.run("cron", "H H * * *", "--name", "weekly").out()).isNotEqualTo(nightly);
    }

    @Test
    void a_thousand_fires_can_be_listed() {
        Cli cli = Cli.run("cron", "* * * * * *", "--count", "1000", "--json");
        assertThat(cli.out().split("2026-11-15T12:", -1)).hasSize(1001);
    }

    static Stream<Arguments> badInput() {
        return Stream.of(
                Arguments.of("minute", new String[] {"61 * * * *"}),
                Arguments.of("fields", new String[] {"* *"}),
                Arguments.of("schedule", new String[] {""}),
                Arguments.of("schedule", new String[] {"@fortnightly"}),
                Arguments.of("Mars/Phobos", new String[] {"TZ=Mars/Phobos * * * * *"}),
                Arguments.of("quotes", new String[] {"0", "2", "*", "*", "*"}),
                Arguments.of("--zone: \"Mars\"", new String[] {"@daily", "--zone", "Mars"}),
                Arguments.of("Did you mean \"Europe/Berlin\"?", new String[] {"@daily", "--zone", "berlin"}),
                Arguments.of("--zone", new String[] {"@daily", "--zone", ""}),
                Arguments.of("--after: \"soon\"", new String[] {"@daily", "--after", "soon"}),
                Arguments.of("--count: \"0\"", new String[] {"@daily", "--count", "0"}),
                Arguments.of("--count: \"1001\"", new String[] {"@daily", "--count", "1001"}),
                Arguments.of("--count: \"-1\"", new String[] {"@daily", "--count", "-1"}),
                Arguments.of("--count: \"many\"", new String[] {"@daily", "--count", "many"}),
                Arguments.of("--day-match", new String[] {"@daily", "--day-match", "neither"}),
                Arguments.of("EXPR", new String[] {}),
                Arguments.of("-5 * * * *", new String[] {"-5 * * * *"}),
                Arguments.of("--cuont", new String[] {"@daily", "--cuont", "3"}));
    }

    @ParameterizedTest(name = "{1} is refused over {0}")
    @MethodSource("badInput")
    void bad_input_is_refused_with_the_field_and_nothing_on_standard_output(String said, String[] args) {
        for (String[] form : new String[][] {
            args, Stream.concat(Stream.of(args), Stream.of("--json")).toArray(String[]::new)
        }) {
            Cli cli = Cli.run(Stream.concat(Stream.of("cron"), Stream.of(form)).toArray(String[]::new));
            assertThat(cli.code()).isEqualTo(2);
            assertThat(cli.out()).isEmpty();
            assertThat(cli.err()).startsWith("baton cron: ").contains(said);
        }
    }
}
