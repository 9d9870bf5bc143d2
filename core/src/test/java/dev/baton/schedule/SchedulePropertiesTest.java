package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.error.InvalidScheduleException;
import dev.baton.seeded.Draw;
import dev.baton.seeded.Seeds;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchedulePropertiesTest {

    private static final Instant FROM = Instant.parse("1900-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("2400-01-01T00:00:00Z");

    private static final List<String> ZONES = List.copyOf(new TreeSet<>(ZoneId.getAvailableZoneIds()));

    private static final List<String> PIECES = List.of(
            "*",
            "?",
            "/",
            "-",
            ",",
            "#",
            "L",
            "W",
            "H",
            "H(",
            ")",
            "0",
            "1",
            "7",
            "31",
            "59",
            "60",
            "100",
            "2024",
            "99999999999",
            "MON",
            "jan",
            "FRIL",
            " ",
            " ",
            " ",
            "\t",
            "@every",
            "@at",
            "@daily",
            "TZ=",
            "CRON_TZ=",
            "UTC",
            "Europe/Berlin",
            "\"",
            "'",
            "1h30m",
            "2024-01-01T00:00:00Z",
            "ß",
            "\u0000",
            "İ");

    private static final List<String> FIELDS = List.of(
            "*",
            "*/2",
            "1-5",
            "5-1",
            "1/3",
            "L",
            "L-3",
            "15W",
            "LW",
            "MON#2",
            "MON",
            "H",
            "H(1-5)/2",
            "1,2",
            "2024",
            "x",
            "-1",
            "1-",
            "*/0",
            "0");

    /** A spec made from plain sets of values, which says by itself, day by day, what it means. */
    record Model(
            Set<Integer> minutes, Set<Integer> hours, Set<Integer> days, Set<Integer> months, Set<Integer> weekdays) {

        String spec() {
            return field(minutes) + " " + field(hours) + " " + field(days) + " " + field(months) + " "
                    + field(weekdays);
        }

        boolean matches(LocalDate date, DayMatch match) {
            boolean byMonth = days.isEmpty() || days.contains(date.getDayOfMonth());
            boolean byWeek =
                    weekdays.isEmpty() || weekdays.contains(date.getDayOfWeek().getValue());
            boolean eitherDoes = !days.isEmpty() && !weekdays.isEmpty() && match == DayMatch.EITHER;
            return (months.isEmpty() || months.contains(date.getMonthValue()))
                    && (eitherDoes ? byMonth || byWeek : byMonth && byWeek);
        }

        /** The instants of all matching local times of some days, by java.time's rules. */
        NavigableSet<Instant> instants(LocalDate first, LocalDate last, DayMatch match, ZoneRules rules) {
            NavigableSet<Instant> instants = new TreeSet<>();
            first.datesUntil(last.plusDays(1))
                    .filter(date -> matches(date, match))
                    .forEach(date -> {
                        for (int hour : hours.isEmpty() ? all(0, 23) : hours) {
                            for (int minute : minutes.isEmpty() ? all(0, 59) : minutes) {
                                addInstants(instants, date.atTime(LocalTime.of(hour, minute)), rules);
                            }
                        }
                    });
            return instants;
        }

        private static void addInstants(Set<Instant> instants, LocalDateTime local, ZoneRules rules) {
            List<ZoneOffset> offsets = rules.getValidOffsets(local);
            if (offsets.isEmpty()) {
                ZoneOffsetTransition gap = rules.getTransition(local);
                instants.add(local.toInstant(gap.getOffsetBefore()));
            }
            offsets.forEach(offset -> instants.add(local.toInstant(offset)));
        }

        private static Set<Integer> all(int min, int max) {
            return IntStream.rangeClosed(min, max).boxed().collect(Collectors.toSet());
        }

        private static String field(Set<Integer> values) {
            return values.isEmpty() ? "*" : values.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
    }

    @Test
    void next_and_previous_agree_with_trying_out_every_day() {
        Seeds.tries(400, draw -> {
            Model model = model(draw);
            DayMatch match = draw.of(DayMatch.values());
            ZoneId zone = zone(draw);
            Instant at = instant(draw, zone);
            Schedule schedule = Schedule.parse(
                    model.spec(), ScheduleOptions.DEFAULT.withZone(zone).withDayMatch(match));
            LocalDate date = LocalDate.ofInstant(at, zone);
            LocalDate first = date.minusDays(40);
            LocalDate last = date.plusDays(40);
            NavigableSet<Instant> expected = model.instants(first, last, match, zone.getRules());

            assertThat(schedule.next(at).filter(next -> next.isBefore(startOf(last, zone))))
                    .isEqualTo(Optional.ofNullable(expected.higher(at))
                            .filter(next -> next.isBefore(startOf(last, zone))));
            assertThat(schedule.previous(at).filter(startOf(first.plusDays(2), zone)::isBefore))
                    .isEqualTo(
                            Optional.ofNullable(expected.lower(at)).filter(startOf(first.plusDays(2), zone)::isBefore));
        });
    }

    @Test
    void previous_undoes_next() {
        Seeds.tries(2_000, draw -> {
            String spec = spec(draw);
            ZoneId zone = zone(draw);
            Instant at = instant(draw, zone);
            Schedule schedule = Schedule.parse(spec, ScheduleOptions.DEFAULT.withZone(zone));
            Optional<Instant> next = schedule.next(at);

            next.ifPresent(found -> {
                assertThat(found).isAfter(at);
                assertThat(schedule.matches(found)).isTrue();
                assertThat(schedule.previous(found.plusNanos(1))).contains(found);
                assertThat(schedule.previous(found)).isEqualTo(schedule.previous(at.plusNanos(1)));
            });
            schedule.previous(at).ifPresent(found -> {
                assertThat(found).isBefore(at);
                assertThat(schedule.next(found.minusNanos(1))).contains(found);
            });
        });
    }

    @Test
    void the_next_fire_is_the_first_next_that_is_no_repeat() {
        Seeds.tries(1_000, draw -> {
            String spec = spec(draw);
            ZoneId zone = zone(draw);
            Instant at = instant(draw, zone);
            Schedule schedule = Schedule.parse(spec, ScheduleOptions.DEFAULT.withZone(zone));
            Optional<Instant> next = schedule.next(at);
            while (next.isPresent() && schedule.isRepeat(next.get())) {
                next = schedule.next(next.get());
            }

            assertThat(schedule.nextFire(at)).isEqualTo(next);
            assertThat(schedule.nextFireSecond(at.getEpochSecond()))
                    .isEqualTo(next.map(Instant::getEpochSecond).orElse(Schedule.NEVER));
        });
    }

    @Test
    void every_spec_describes_itself() {
        Seeds.tries(
                1_000,
                draw -> assertThat(Schedule.parse(spec(draw)).describe())
                        .isNotBlank()
                        .doesNotContain("  ")
                        .doesNotContain("null"));
    }

    @Test
    void garbage_is_either_a_schedule_or_an_invalid_schedule() {
        Seeds.tries(5_000, draw -> isAScheduleOrInvalid(garbage(draw)));
    }

    private static void isAScheduleOrInvalid(String text) {
        try {
            Schedule schedule = Schedule.parse(text);
            assertThat(schedule.text()).isEqualTo(text);
            schedule.next(Instant.EPOCH);
            schedule.previous(Instant.EPOCH);
            assertThat(schedule.describe()).isNotBlank();
        } catch (InvalidScheduleException invalid) {
            assertThat(invalid.field()).isNotBlank();
            assertThat(invalid.reason()).isNotBlank();
        }
    }

    private static Model model(Draw draw) {
        return new Model(
                values(draw, 0, 59, 4),
                values(draw, 0, 23, 4),
                values(draw, 1, 31, 4),
                values(draw, 1, 12, 8),
                values(draw, 1, 7, 3));
    }

    private static String spec(Draw draw) {
        return String.join(
                " ",
                field(draw, 0, 59, "H", "H/7", "50-10/5"),
                field(draw, 0, 59, "H", "H(10-20)", "*/7"),
                field(draw, 0, 23, "*/2", "22-3", "H", "1-3"),
                field(draw, 1, 31, "L", "L-2", "15W", "LW", "1W,31W", "28-3", "1,15,L"),
                field(draw, 1, 12, "NOV-FEB", "*/3", "feb"),
                field(draw, 0, 7, "MON#2", "FRIL", "MON-FRI", "5#L", "FRI-MON/2", "SUN"),
                draw.of("*", "*", "*", "*/2", "1999-2050", "2024,2028,2030-2050/3"));
    }

    private static ZoneId zone(Draw draw) {
        return ZoneId.of(draw.of(ZONES));
    }

    /** Any time, or in half of the cases one within hours of a change of the zone's clock. */
    private static Instant instant(Draw draw, ZoneId zone) {
        Instant any = Instant.ofEpochSecond(draw.between(FROM.getEpochSecond(), TO.getEpochSecond()));
        int nanos = draw.of(0, 1, 500_000_000, 999_999_999);
        ZoneOffsetTransition change = draw.flag() ? zone.getRules().nextTransition(any) : null;
        Instant near = change == null ? any : change.getInstant().plusSeconds(draw.between(-10_800, 10_800));
        return near.plusNanos(nanos);
    }

    private static String garbage(Draw draw) {
        return draw.oneOf(
                () -> String.join("", draw.list(0, 30, () -> draw.of(PIECES))),
                () -> String.join(" ", draw.list(4, 8, () -> draw.of(FIELDS))),
                () -> draw.text(0, 1_100));
    }

    private static Set<Integer> values(Draw draw, int min, int max, int most) {
        return draw.set(most, () -> draw.between(min, max));
    }

    private static String field(Draw draw, int min, int max, String... others) {
        return draw.oneOf(() -> draw.of("*", "?"), () -> Model.field(values(draw, min, max, 3)), () -> draw.of(others));
    }

    private static Instant startOf(LocalDate date, ZoneId zone) {
        return date.atStartOfDay(zone).toInstant();
    }
}
