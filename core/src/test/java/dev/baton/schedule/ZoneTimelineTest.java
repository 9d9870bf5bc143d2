package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZoneTimelineTest {

    private static final long YEAR = 31_556_952;

    @Test
    void every_zone_has_the_offsets_of_java_time_from_year_0_to_year_10000() {
        Random random = new Random(42);
        for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            ZoneRules rules = ZoneId.of(id).getRules();
            ZoneTimeline timeline = ZoneTimeline.of(ZoneId.of(id));
            for (int i = 0; i < 200; i++) {
                long years = i % 2 == 0 ? random.nextLong(1900, 2100) : random.nextLong(0, 10_000);
                long second = (years - 1970) * YEAR + random.nextLong(YEAR);
                long segment = timeline.segmentAt(second);

                assertThat(timeline.offset(segment))
                        .as("%s at %s", id, Instant.ofEpochSecond(second))
                        .isEqualTo(
                                rules.getOffset(Instant.ofEpochSecond(second)).getTotalSeconds());
                assertThat(timeline.end(segment)).isGreaterThan(second);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Tokyo", "UTC"})
    void segments_follow_one_another_for_thousands_of_years(String id) {
        ZoneRules rules = ZoneId.of(id).getRules();
        ZoneTimeline timeline = ZoneTimeline.of(ZoneId.of(id));
        Instant instant = Instant.parse("1800-01-01T00:00:00Z");
        Instant end = Instant.parse("4000-01-01T00:00:00Z");
        long segment = timeline.segmentAt(instant.getEpochSecond());

        for (ZoneOffsetTransition transition = rules.nextTransition(instant);
                transition != null && transition.getInstant().isBefore(end);
                transition = rules.nextTransition(transition.getInstant())) {
            assertThat(timeline.end(segment)).isEqualTo(transition.toEpochSecond());
            segment++;
            assertThat(timeline.start(segment)).isEqualTo(transition.toEpochSecond());
            assertThat(timeline.jump(segment))
                    .isEqualTo((int) transition.getDuration().toSeconds());
            assertThat(timeline.segmentAt(transition.toEpochSecond())).isEqualTo(segment);
            assertThat(timeline.segmentAt(transition.toEpochSecond() - 1)).isEqualTo(segment - 1);
        }
    }

    /** What Cron relies on when it looks for moved and repeated times in one segment only. */
    @Test
    void no_zone_changes_its_clock_again_before_the_last_change_has_run_its_length() {
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneTimeline timeline = ZoneTimeline.of(ZoneId.of(id));
            long last = timeline.segmentAt(Instant.parse("2500-01-01T00:00:00Z").getEpochSecond());
            for (long segment = 2; segment < last; segment++) {
                long length = timeline.end(segment) - timeline.start(segment);
                assertThat(length).as("%s, segment %d", id, segment).isGreaterThan(Math.abs(timeline.jump(segment)));
                assertThat(length)
                        .as("%s, segment %d", id, segment)
                        .isGreaterThan(Math.abs(timeline.jump(segment + 1)));
            }
        }
    }

    @Test
    void schedules_of_one_zone_share_its_timeline() {
        assertThat(ZoneTimeline.of(ZoneId.of("Europe/Berlin"))).isSameAs(ZoneTimeline.of(ZoneId.of("Europe/Berlin")));
    }
}
