package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.InvalidScheduleException;
import dev.baton.schedule.MissedFires;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import dev.baton.test.StoreUnderTest;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests when schedules fire, and the treatment of missed fires. */
@ExtendWith(BatonExtension.class)
class FiresTest {

    private final List<String> fires = new ArrayList<>();

    private Job.Builder job() {
        return Job.named("job");
    }

    private void record(RunContext context) {
        fires.add(context.trigger() + " " + context.scheduledTime());
    }

    /** What no Java scheduler of today gets right in all five. */
    @ParameterizedTest
    @CsvSource({
        "'* * * * *', America/New_York, 2026-11-01T04:59:59Z, 2026-11-01T07:00:00Z, 121",
        "'0 * * * *', America/New_York, 2026-11-01T03:59:59Z, 2026-11-01T09:00:00Z, 6",
        "'30 2 * * *', America/New_York, 2026-03-08T05:00:00Z, 2026-03-09T04:00:00Z, 1",
        "'15 0 * * *', Asia/Beirut, 2026-03-28T12:00:00Z, 2026-03-29T12:00:00Z, 1",
        "'*/15 * * * *', Australia/Lord_Howe, 2026-04-04T13:59:59Z, 2026-04-04T16:15:00Z, 10",
    })
    void clock_changes_neither_lose_nor_double_a_fire(String cron, String zone, String from, String to, int count) {
        try (BatonTest baton = BatonTest.startingAt(from)) {
            baton.add(job().cron(cron).zone(zone).run(this::record));
            baton.advanceTo(to);
            assertThat(fires).hasSize(count).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_named_hour_that_autumn_repeats_fires_once() {
        try (BatonTest baton = BatonTest.startingAt("2026-11-01T00:00:00-04:00")) {
            baton.add(job().cron("30 1 * * *").zone("America/New_York").run(this::record));
            baton.advance(Duration.ofHours(12));
            assertThat(fires).containsExactly("schedule 2026-11-01T05:30:00Z");
        }
    }

    @Test
    void a_fire_is_at_its_time_and_says_so(BatonTest baton) {
        List<Instant> times = new ArrayList<>();
        baton.add(job().cron("*/20 * * * *").run(context -> {
            times.add(context.now());
            record(context);
        }));
        baton.advance(Duration.ofMinutes(59));
        assertThat(fires).containsExactly("schedule 2026-01-01T00:20:00Z", "schedule 2026-01-01T00:40:00Z");
        assertThat(times).containsExactly(Instant.parse("2026-01-01T00:20:00Z"), Instant.parse("2026-01-01T00:40:00Z"));
        assertThat(baton.baton().find("job").orElseThrow().nextFire()).contains(Instant.parse("2026-01-01T01:00:00Z"));
    }

    @Test
    void missed_fires_are_skipped_by_default(BatonTest baton) {
        baton.add(job().cron("0 * * * *").run(this::record));
        baton.clock().jump(Duration.ofMinutes(200));
        assertThat(fires).isEmpty();
        baton.advance(Duration.ofMinutes(40));
        assertThat(fires).containsExactly("schedule 2026-01-01T04:00:00Z");
    }

    @Test
    void of_missed_fires_the_latest_is_made_up(BatonTest baton) {
        baton.add(job().cron("0 * * * *").missedFires(MissedFires.runOnce()).run(this::record));
        baton.clock().jump(Duration.ofMinutes(200));
        assertThat(fires).containsExactly("catch-up 2026-01-01T03:00:00Z");
    }

    @Test
    void all_missed_fires_are_made_up_and_run_the_whole_graph(BatonTest baton) {
        baton.add(job().cron("0 * * * *").missedFires(MissedFires.runAll()).run(this::record));
        baton.add(Job.named("child").run(context -> {}));
        baton.baton().addDependency("job", "child");
        baton.clock().jump(Duration.ofMinutes(200));
        assertThat(fires)
                .containsExactly(
                        "catch-up 2026-01-01T01:00:00Z",
                        "catch-up 2026-01-01T02:00:00Z",
                        "catch-up 2026-01-01T03:00:00Z");
        assertThat(baton.executions("job"))
                .allSatisfy(execution -> assertThat(execution).ran("job", "child"));
    }

    @Test
    void no_more_than_the_last_hundred_are_made_up(BatonTest baton) {
        baton.add(job().cron("* * * * *").missedFires(MissedFires.runAll()).run(this::record));
        baton.clock().jump(Duration.ofDays(300));
        assertThat(fires).hasSize(101);
        assertThat(fires.subList(98, 101))
                .as("what is at most a minute late is not missed")
                .containsExactly(
                        "catch-up 2026-10-27T23:58:00Z",
                        "schedule 2026-10-27T23:59:00Z",
                        "schedule 2026-10-28T00:00:00Z");
    }

    @Test
    void what_is_older_than_the_grace_period_is_not_made_up(BatonTest baton) {
        baton.add(job().cron("0 * * * *")
                .missedFires(MissedFires.runAll().withGrace(Duration.ofMinutes(90)))
                .run(this::record));
        baton.clock().jump(Duration.ofMinutes(200));
        assertThat(fires).containsExactly("catch-up 2026-01-01T02:00:00Z", "catch-up 2026-01-01T03:00:00Z");
    }

    @Test
    void a_fire_that_is_a_little_late_is_no_missed_one(BatonTest baton) {
        baton.add(job().cron("0 * * * *").run(this::record));
        baton.clock().jump(Duration.ofMinutes(60).plusSeconds(30));
        assertThat(fires).containsExactly("schedule 2026-01-01T01:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({"3, true", "60, true", "61, false"})
    void a_fire_the_machine_slept_through_is_late_up_to_a_minute_and_then_missed(int seconds, boolean late) {
        try (BatonTest baton = BatonTest.create()) {
            baton.add(job().cron("0 * * * *").run(this::record));
            baton.clock().jump(Duration.ofHours(1).plusSeconds(seconds));
            assertThat(fires).isEqualTo(late ? List.of("schedule 2026-01-01T01:00:00Z") : List.of());
            baton.advance(Duration.ofHours(1));
            assertThat(fires).last().isEqualTo("schedule 2026-01-01T02:00:00Z");
        }
    }

    @ParameterizedTest
    @CsvSource({"3, true", "60, true", "61, false"})
    void a_fire_before_the_scheduler_starts_again_is_late_up_to_a_minute_and_then_missed(int seconds, boolean late)
            throws InterruptedException {
        try (BatonTest baton = BatonTest.create()) {
            baton.add(job().cron("0 * * * *").run(this::record));
            baton.baton().stop(Duration.ZERO);
            baton.advance(Duration.ofHours(1).plusSeconds(seconds));
            assertThat(fires).isEmpty();
            baton.baton().start();
            baton.settle();
            assertThat(fires).isEqualTo(late ? List.of("schedule 2026-01-01T01:00:00Z") : List.of());
            baton.advance(Duration.ofHours(1));
            assertThat(fires).last().isEqualTo("schedule 2026-01-01T02:00:00Z");
        }
    }

    @Test
    void a_paused_job_does_not_fire_and_catches_up_if_it_should(BatonTest baton) {
        baton.add(job().cron("0 * * * *").missedFires(MissedFires.runOnce()).run(this::record));
        baton.add(Job.named("lazy").cron("0 * * * *").run(context -> fires.add("lazy " + context.scheduledTime())));
        baton.baton().pause("job");
        baton.baton().pause("lazy");
        baton.advance(Duration.ofMinutes(200));
        assertThat(fires).isEmpty();
        baton.baton().resume("job");
        baton.baton().resume("lazy");
        baton.settle();
        assertThat(fires).containsExactly("catch-up 2026-01-01T03:00:00Z");
        baton.advance(Duration.ofMinutes(40));
        assertThat(fires)
                .containsExactly(
                        "catch-up 2026-01-01T03:00:00Z", "schedule 2026-01-01T04:00:00Z", "lazy 2026-01-01T04:00:00Z");
    }

    @Test
    void who_listens_hears_of_missed_fires_that_are_not_made_up() throws InterruptedException {
        List<String> missed = new ArrayList<>();
        Listener listener = new Listener() {
            @Override
            public void firesMissed(FiresEvent event) {
                missed.add(event.name() + " " + event.count());
            }
        };
        try (BatonTest baton = BatonTest.startingAt("2026-01-01T00:00:00Z", settings -> settings.listen(listener))) {
            baton.add(Job.named("none").cron("0 * * * *").run(this::record));
            baton.add(Job.named("latest")
                    .cron("0 * * * *")
                    .missedFires(MissedFires.runOnce())
                    .run(this::record));
            baton.add(Job.named("all")
                    .cron("0 * * * *")
                    .missedFires(MissedFires.runAll())
                    .run(this::record));
            baton.add(Job.named("often").cron("* * * * * *").run(this::record));
            baton.advance(Duration.ofSeconds(30));
            baton.clock().jump(Duration.ofMinutes(310));
            assertThat(missed).containsExactlyInAnyOrder("none 5", "latest 4", "often 1000");

            missed.clear();
            baton.baton().stop(Duration.ZERO);
            baton.advance(Duration.ofHours(2));
            baton.baton().start();
            baton.settle();
            assertThat(missed).containsExactlyInAnyOrder("none 2", "latest 1", "often 1000");
        }
    }

    @Test
    void what_a_pause_was_to_keep_from_happening_was_not_missed() {
        List<String> missed = new ArrayList<>();
        Listener listener = new Listener() {
            @Override
            public void firesMissed(FiresEvent event) {
                missed.add(event.name() + " " + event.count());
            }
        };
        try (BatonTest baton = BatonTest.startingAt("2026-01-01T00:00:00Z", settings -> settings.listen(listener))) {
            baton.add(Job.named("none").cron("0 * * * *").run(this::record));
            baton.add(Job.named("latest")
                    .cron("0 * * * *")
                    .missedFires(MissedFires.runOnce())
                    .run(this::record));
            baton.baton().pause("none");
            baton.baton().pause("latest");
            baton.advance(Duration.ofMinutes(200));
            baton.baton().resume("none");
            baton.baton().resume("latest");
            baton.settle();
            assertThat(missed).containsExactly("latest 2");
        }
    }

    @Test
    void fires_missed_while_the_scheduler_was_stopped_are_made_up(BatonTest baton) throws InterruptedException {
        baton.add(job().cron("0 * * * *").missedFires(MissedFires.runAll()).run(this::record));
        baton.baton().stop(Duration.ZERO);
        baton.advance(Duration.ofMinutes(130));
        assertThat(fires).isEmpty();
        baton.baton().start();
        baton.settle();
        assertThat(fires).containsExactly("catch-up 2026-01-01T01:00:00Z", "catch-up 2026-01-01T02:00:00Z");
    }

    @Test
    void jitter_delays_a_fire_within_its_bounds_and_repeatably() {
        List<List<Instant>> rounds = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            List<Instant> starts = new ArrayList<>();
            try (BatonTest baton = BatonTest.create()) {
                baton.add(job().cron("0 * * * *").jitter(Duration.ofMinutes(10)).run(context -> {
                    starts.add(context.now());
                    assertThat(Duration.between(context.scheduledTime(), context.now()))
                            .isBetween(Duration.ZERO, Duration.ofMinutes(10));
                }));
                baton.advance(Duration.ofHours(24).plusMinutes(10));
            }
            rounds.add(starts);
        }
        assertThat(rounds.get(0)).hasSize(24).isEqualTo(rounds.get(1));
        assertThat(rounds.get(0).stream()
                        .map(start -> start.getEpochSecond() % 3600)
                        .distinct()
                        .count())
                .isGreaterThan(12);
    }

    @Test
    void it_fires_between_its_start_and_its_end_only(BatonTest baton) {
        baton.add(job().cron("0 * * * *")
                .from(Instant.parse("2026-01-01T03:00:00Z"))
                .until(Instant.parse("2026-01-01T05:00:00Z"))
                .run(this::record));
        baton.advance(Duration.ofDays(1));
        assertThat(fires).containsExactly("schedule 2026-01-01T03:00:00Z", "schedule 2026-01-01T04:00:00Z");
    }

    @Test
    void it_does_not_fire_on_the_dates_of_its_calendar(BatonTest baton) {
        Calendar holidays = Calendar.of("holidays", LocalDate.of(2026, 1, 2), LocalDate.of(2026, 1, 3));
        baton.add(job().cron("0 */12 * * *")
                .zone("Europe/Berlin")
                .except(holidays)
                .run(this::record));
        baton.advanceTo("2026-01-04T12:00:00+01:00");
        assertThat(fires)
                .containsExactly(
                        "schedule 2026-01-01T11:00:00Z",
                        "schedule 2026-01-03T23:00:00Z",
                        "schedule 2026-01-04T11:00:00Z");
    }

    @Test
    void it_does_not_fire_on_the_weekdays_of_its_calendar_in_its_own_zone(BatonTest baton) {
        // In Auckland, 2026-01-03 is a Saturday from 2026-01-02T11:00Z on.
        Calendar weekends = Calendar.of("weekends").withWeekdays(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);
        baton.add(job().cron("0 12 * * *")
                .zone("Pacific/Auckland")
                .except(weekends)
                .run(this::record));
        baton.advanceTo("2026-01-06T00:00:00Z");
        assertThat(fires)
                .containsExactly(
                        "schedule 2026-01-01T23:00:00Z",
                        "schedule 2026-01-04T23:00:00Z",
                        "schedule 2026-01-05T23:00:00Z");
    }

    @Test
    void a_schedule_whose_every_fire_is_on_its_calendar_is_refused(BatonTest baton) {
        Calendar weekends = Calendar.of("weekends").withWeekdays(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);
        Job saturdays = job().cron("0 12 * * SAT").except(weekends).run(this::record);
        assertThatThrownBy(() -> baton.add(saturdays))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("never fires");
        assertThatThrownBy(() -> weekends.withWeekdays(DayOfWeek.values()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("all days of the week");
    }

    @Test
    void a_schedule_that_is_over_is_refused_as_new_and_taken_when_it_may_have_been_there(BatonTest baton) {
        Job over = job().cron("@at 2025-12-24T18:00:00Z").run(this::record);
        assertThatThrownBy(() -> baton.add(over))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("never fires from now on");
        baton.baton().put(over);
        baton.advance(Duration.ofDays(1));
        assertThat(fires).isEmpty();
        Job never = job().cron("0 0 30 2 *").run(this::record);
        assertThatThrownBy(() -> baton.baton().put(never))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("never fires");
    }

    @Test
    void it_fires_at_once_as_well_if_asked(BatonTest baton) {
        baton.add(job().cron("0 * * * *").runImmediately().run(this::record));
        baton.advance(Duration.ofMinutes(90));
        assertThat(fires).containsExactly("schedule 2026-01-01T00:00:00Z", "schedule 2026-01-01T01:00:00Z");
    }

    @Test
    void it_fires_at_the_start(BatonTest baton) {
        baton.add(job().cron("@startup").run(this::record));
        baton.advance(Duration.ofDays(3));
        assertThat(fires).containsExactly("schedule 2026-01-01T00:00:00Z");
    }

    @Test
    void it_fires_once_at_an_instant(BatonTest baton) {
        baton.add(job().cron("@at 2026-01-01T18:00:00+01:00").run(this::record));
        baton.advance(Duration.ofDays(3));
        assertThat(fires).containsExactly("schedule 2026-01-01T17:00:00Z");
    }

    @Test
    void a_job_that_runs_once_is_removed_when_its_execution_has_ended(BatonTest baton) {
        baton.add(job().cron("0 * * * *").runOnce().run(this::record)).taking("job", Duration.ofHours(2));
        baton.advance(Duration.ofMinutes(179));
        assertThat(baton.baton().find("job")).isPresent();
        baton.advance(Duration.ofMinutes(2));
        assertThat(baton.baton().find("job")).isEmpty();
        assertThat(baton.executions("job")).hasSize(1);
    }

    @Test
    void a_replaced_schedule_holds_from_then_on(BatonTest baton) {
        Job hourly = job().cron("0 * * * *").run(this::record);
        baton.add(hourly);
        baton.advance(Duration.ofMinutes(70));
        baton.baton().put(hourly.toBuilder().cron("30 * * * *").run(context -> fires.add("new body")));
        baton.advance(Duration.ofMinutes(60));
        assertThat(fires).containsExactly("schedule 2026-01-01T01:00:00Z", "new body");
    }

    @Test
    void a_triggered_job_never_fires_by_itself(BatonTest baton) {
        baton.add(job().cron("@triggered").run(this::record));
        // The schedule is the same on every store, and each hour of each day costs a store some questions.
        boolean isMemory = StoreUnderTest.isMemory();
        baton.advance(Duration.ofDays(isMemory ? 400 : 31));
        assertThat(fires).isEmpty();
        baton.trigger("job");
        assertThat(fires).containsExactly(isMemory ? "manual 2027-02-05T00:00:00Z" : "manual 2026-02-01T00:00:00Z");
    }

    @Test
    void a_day_of_minutely_fires_with_retries_takes_no_time(BatonTest baton) {
        baton.add(job().cron("* * * * *").run(this::record));
        baton.advance(Duration.ofDays(1));
        assertThat(fires).hasSize(1440);
    }
}
