package dev.baton.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "2026-11-15T12:00:00Z, 2026-11-15T12:00:00Z",
        "2026-11-15T12:00Z, 2026-11-15T12:00:00Z",
        "2026-11-15T12:00:00.25Z, 2026-11-15T12:00:00.250Z",
        "2026-11-15T12:00:00+05:30, 2026-11-15T06:30:00Z",
        "2026-11-15T12:00:00, 2026-11-15T11:00:00Z",
        "2026-07-15T12:00, 2026-07-15T10:00:00Z",
        "2026-11-15, 2026-11-14T23:00:00Z",
        "2026-11-15T12:00:00-05:00[America/New_York], 2026-11-15T17:00:00Z",
    })
    void an_instant_has_an_offset_or_is_taken_in_the_zone(String text, Instant instant) {
        assertThat(Moment.parse(text, BERLIN)).contains(instant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-13-01T00:00Z",
                "2026-02-30T00:00Z",
                "2026-11-15T25:00Z",
                "2026-11-15 12:00",
                "12:00",
                "1700000000",
                "+999999999-12-31T23:59:59Z",
                "-0001-01-01T00:00:00Z",
                "2026-11-15T12:00:00Z tomorrow",
            })
    void anything_else_is_none(String text) {
        assertThat(Moment.parse(text, BERLIN)).isEmpty();
    }
}
