package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanTimeTest {

    @ParameterizedTest
    @CsvSource({
        "PT-1S, 0.0 s",
        "PT0.04S, 0.0 s",
        "PT0.49S, 0.4 s",
        "PT59.99S, 59.9 s",
        "PT1M, 1 min",
        "PT3M5S, 3 min 5 s",
        "PT2H0M30S, 2 h",
    })
    void what_something_took_is_told_in_tenths_up_to_a_minute(Duration duration, String text) {
        assertThat(HumanTime.taken(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0.1S, 1 s",
        "PT40S, 40 s",
        "PT4M59.7S, 5 min",
        "PT15H20M, 15 h 20 min",
        "PT76H30M, 3 d 4 h",
        "P400D, 400 d",
    })
    void a_distance_is_told_in_its_two_largest_units(Duration duration, String text) {
        assertThat(HumanTime.distance(duration)).isEqualTo(text);
    }
}
