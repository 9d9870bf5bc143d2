package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissedFiresTest {

    private static final Instant NOON = Instant.parse("2026-01-18T12:00:00Z");
    private static final Schedule HOURLY = Schedule.parse("0 * * * *");

    @Test
    void skip_makes_up_nothing() {
        assertThat(MissedFires.skip().due(HOURLY, NOON.minusSeconds(86_400), NOON))
                .isEmpty();
    }

    @Test
    void run_once_makes_up_the_latest() {
        assertThat(MissedFires.runOnce().due(HOURLY, NOON.minusSeconds(86_400), NOON))
                .containsExactly(Instant.parse("2026-01-18T11:00:00Z"));
    }

    @Test
    void run_all_makes_up_those_between_the_last_fire_and_now_in_order() {
        assertThat(MissedFires.runAll().due(HOURLY, Instant.parse("2026-01-18T09:00:00Z"), NOON))
                .containsExactly(Instant.parse("2026-01-18T10:00:00Z"), Instant.parse("2026-01-18T11:00:00Z"));
    }

    @Test
    void run_all_makes_up_the_most_recent_hundred_of_a_year_of_seconds() {
        List<Instant> due =
                MissedFires.runAll().due(Schedule.parse("* * * * * *"), NOON.minus(Duration.ofDays(365)), NOON);

        assertThat(due)
                .hasSize(100)
                .isSorted()
                .startsWith(NOON.minusSeconds(100))
                .endsWith(NOON.minusSeconds(1));
    }

    @Test
    void a_fire_exactly_as_old_as_the_grace_period_is_made_up() {
        MissedFires twoHours = MissedFires.runAll().withGrace(Duration.ofHours(2));

        assertThat(twoHours.due(HOURLY, NOON.minusSeconds(86_400), NOON)).hasSize(2);
        assertThat(twoHours.due(HOURLY, NOON.minusSeconds(86_400), NOON.plusNanos(1)))
                .containsExactly(Instant.parse("2026-01-18T11:00:00Z"), NOON);
    }

    @Test
    void run_once_makes_up_nothing_when_the_latest_is_too_old() {
        assertThat(MissedFires.runOnce()
                        .withGrace(Duration.ofHours(2))
                        .due(Schedule.parse("@daily"), NOON.minus(Duration.ofDays(3)), NOON))
                .isEmpty();
    }

    @Test
    void the_fires_of_an_interval_are_counted_from_the_last_one() {
        Instant lastFire = Instant.parse("2026-01-18T11:13:07Z");

        assertThat(MissedFires.runAll().due(Schedule.every(Duration.ofMinutes(20)), lastFire, NOON))
                .containsExactly(Instant.parse("2026-01-18T11:33:07Z"), Instant.parse("2026-01-18T11:53:07Z"));
        assertThat(MissedFires.runAll().due(Schedule.every(Duration.ofMinutes(20)), NOON.minusSeconds(1200), NOON))
                .isEmpty();
        assertThat(MissedFires.runAll().due(Schedule.every(Duration.ofDays(2)), lastFire, NOON))
                .isEmpty();
    }

    @Test
    void a_single_fire_is_made_up_once() {
        Schedule at = Schedule.at(NOON.minusSeconds(60));

        assertThat(MissedFires.runAll().due(at, NOON.minusSeconds(3600), NOON)).containsExactly(NOON.minusSeconds(60));
        assertThat(MissedFires.runAll().due(at, NOON.minusSeconds(60), NOON)).isEmpty();
    }

    @Test
    void a_repeat_is_not_made_up() {
        Schedule schedule =
                Schedule.parse("30 1 * * *", ScheduleOptions.DEFAULT.withZone(ZoneId.of("America/New_York")));

        assertThat(MissedFires.runAll()
                        .due(schedule, Instant.parse("2026-11-01T00:00:00Z"), Instant.parse("2026-11-02T00:00:00Z")))
                .containsExactly(Instant.parse("2026-11-01T05:30:00Z"));
    }

    @Test
    void what_does_not_fire_by_itself_misses_nothing() {
        assertThat(MissedFires.runAll().due(Schedule.triggered(), Instant.EPOCH, NOON))
                .isEmpty();
        assertThat(MissedFires.runAll().due(Schedule.startup(), Instant.EPOCH, NOON))
                .isEmpty();
    }

    @Test
    void a_negative_grace_period_is_rejected() {
        assertThatThrownBy(() -> MissedFires.skip().withGrace(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
