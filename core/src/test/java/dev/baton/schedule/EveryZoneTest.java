package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Around every clock change of every zone, {@code next} and {@code previous} agree with java.time, tried out. */
class EveryZoneTest {

    private static final Instant FROM = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("2040-01-01T00:00:00Z");

    /** A spec and, written down a second time and independently, the local times it means. */
    private record Expectation(String spec, boolean namesHours, Predicate<LocalDateTime> matches) {}

    private static final List<Expectation> BY_MINUTE = List.of(
            new Expectation("*/20 * * * *", false, time -> time.getMinute() % 20 == 0),
            new Expectation("10 */2 * * *", false, time -> time.getMinute() == 10 && time.getHour() % 2 == 0),
            new Expectation(
                    "0,15 0-3,23 * * *",
                    true,
                    time -> (time.getMinute() == 0 || time.getMinute() == 15)
                            && (time.getHour() <= 3 || time.getHour() == 23)),
            new Expectation(
                    "30 2 * * SUN",
                    true,
                    time -> time.getMinute() == 30 && time.getHour() == 2 && time.getDayOfWeek() == DayOfWeek.SUNDAY),
            new Expectation(
                    "*/30 * 1,30 * *",
                    false,
                    time -> time.getMinute() % 30 == 0 && (time.getDayOfMonth() == 1 || time.getDayOfMonth() == 30)));

    private static final List<Expectation> BY_SECOND = List.of(
            new Expectation("*/7 * * * * *", false, time -> time.getSecond() % 7 == 0),
            new Expectation(
                    "5 59 0-2,23 * * *",
                    true,
                    time -> time.getSecond() == 5
                            && time.getMinute() == 59
                            && (time.getHour() <= 2 || time.getHour() == 23)));

    @Test
    void minute_by_minute_around_every_clock_change_of_every_zone() {
        Map<ZoneRules, ZoneId> zones = new LinkedHashMap<>();
        new TreeSet<>(ZoneId.getAvailableZoneIds())
                .forEach(id -> zones.putIfAbsent(ZoneId.of(id).getRules(), ZoneId.of(id)));

        assertThat(checkAll(zones.values(), BY_MINUTE, 60, 4 * 3600)).isGreaterThan(10_000);
    }

    @Test
    void second_by_second_around_every_clock_change_of_a_few_zones() {
        List<ZoneId> zones =
                List.of(ZoneId.of("Europe/Dublin"), ZoneId.of("Australia/Lord_Howe"), ZoneId.of("Africa/Monrovia"));

        assertThat(checkAll(zones, BY_SECOND, 1, 3600)).isGreaterThan(200);
    }

    private static int checkAll(Collection<ZoneId> zones, List<Expectation> expectations, int step, int margin) {
        int transitions = 0;
        for (ZoneId zone : zones) {
            List<Schedule> schedules = expectations.stream()
                    .map(expectation -> Schedule.parse(expectation.spec(), ScheduleOptions.DEFAULT.withZone(zone)))
                    .toList();
            ZoneOffsetTransition transition = zone.getRules().nextTransition(FROM);
            while (transition != null && transition.getInstant().isBefore(TO)) {
                check(zone.getRules(), transition, expectations, schedules, step, margin);
                transitions++;
                transition = zone.getRules().nextTransition(transition.getInstant());
            }
        }
        return transitions;
    }

    private static void check(
            ZoneRules rules,
            ZoneOffsetTransition transition,
            List<Expectation> expectations,
            List<Schedule> schedules,
            int step,
            int margin) {
        long jump = Math.abs(transition.getDuration().toSeconds());
        Instant start = transition.getInstant().minusSeconds(margin);
        Instant end = transition.getInstant().plusSeconds(jump + margin);
        List<Moment> moments = moments(rules, start, end, jump, step);
        for (int i = 0; i < schedules.size(); i++) {
            Expectation expectation = expectations.get(i);
            Schedule schedule = schedules.get(i);
            NavigableSet<Instant> all = new TreeSet<>();
            NavigableSet<Instant> fired = new TreeSet<>();
            for (Moment moment : moments) {
                if (expectation.matches().test(moment.local())) {
                    List<Instant> at = moment.at();
                    all.addAll(at);
                    fired.addAll(expectation.namesHours() ? at.subList(0, 1) : at);
                }
            }
            Supplier<String> what = () -> expectation.spec() + " in " + schedule.zone() + " around " + transition;
            assertSame(what, ascending(schedule, start, end), inside(all, start, end));
            assertSame(
                    what,
                    descending(schedule, start, end),
                    inside(all, start, end).descendingSet());
            assertSame(what, fired(schedule, start, end), inside(fired, start, end));
        }
    }

    /** AssertJ looks for all that differs, which takes most of the test's time; it is asked when something does. */
    private static void assertSame(Supplier<String> what, List<Instant> actual, Collection<Instant> expected) {
        if (!actual.equals(List.copyOf(expected))) {
            assertThat(actual).as(what).containsExactlyElementsOf(expected);
        }
    }

    /** A local time and the instants that have it. */
    private record Moment(LocalDateTime local, List<Instant> at) {}

    /** The local times in the neighbourhood, by java.time's own rules for gaps and overlaps. */
    private static List<Moment> moments(ZoneRules rules, Instant start, Instant end, long jump, int step) {
        List<Moment> moments = new ArrayList<>();
        LocalDateTime local = LocalDateTime.ofInstant(start, rules.getOffset(start))
                .minusSeconds(jump)
                .truncatedTo(ChronoUnit.HOURS);
        LocalDateTime last = LocalDateTime.ofInstant(end, rules.getOffset(end)).plusSeconds(jump);
        for (; !local.isAfter(last); local = local.plusSeconds(step)) {
            List<ZoneOffset> offsets = rules.getValidOffsets(local);
            List<Instant> at = new ArrayList<>(2);
            if (offsets.isEmpty()) {
                ZoneOffsetTransition gap = rules.getTransition(local);
                at.add(local.plus(gap.getDuration()).toInstant(gap.getOffsetAfter()));
            }
            for (ZoneOffset offset : offsets) {
                at.add(local.toInstant(offset));
            }
            moments.add(new Moment(local, at));
        }
        return moments;
    }

    private static NavigableSet<Instant> inside(NavigableSet<Instant> instants, Instant start, Instant end) {
        return instants.subSet(start, false, end, false);
    }

    private static List<Instant> ascending(Schedule schedule, Instant start, Instant end) {
        return schedule.between(start, end);
    }

    private static List<Instant> descending(Schedule schedule, Instant start, Instant end) {
        List<Instant> instants = new ArrayList<>();
        Optional<Instant> instant = schedule.previous(end);
        while (instant.isPresent() && instant.get().isAfter(start)) {
            instants.add(instant.get());
            instant = schedule.previous(instant.get());
        }
        return instants;
    }

    private static List<Instant> fired(Schedule schedule, Instant start, Instant end) {
        List<Instant> instants = new ArrayList<>();
        Optional<Instant> instant = schedule.nextFire(start);
        while (instant.isPresent() && instant.get().isBefore(end)) {
            instants.add(instant.get());
            instant = schedule.nextFire(instant.get());
        }
        return instants;
    }
}
