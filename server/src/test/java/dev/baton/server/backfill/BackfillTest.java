package dev.baton.server.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Calendar;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackfillTest {

    private static final Instant FROM = Instant.parse("2026-03-01T00:00:00Z");

    private final BatonTest baton = BatonTest.startingAt("2026-11-15T00:00:00Z");

    @AfterEach
    void close() {
        baton.close();
    }

    private static List<Instant> fires(String schedule, Duration range) {
        Job job = Job.named("report").cron(schedule).run(context -> {});
        return PastFires.of("report", job.timing(), ZoneOffset.UTC, FROM, FROM.plus(range));
    }

    private static List<Instant> hours(int count) {
        return IntStream.range(0, count)
                .mapToObj(hour -> FROM.plus(Duration.ofHours(hour)))
                .toList();
    }

    private static Backfill backfill(int concurrency) {
        return new Backfill("again", "report", concurrency, Map.of("by", "hand"));
    }

    private List<Execution> start(int concurrency, int fires) {
        List<Execution> started = backfill(concurrency).start(baton.baton(), hours(fires));
        baton.settle();
        return started;
    }

    private void addReport(Assumption assumption) {
        baton.add(Job.named("report").run(context -> {})).assume("report", assumption);
    }

    @Test
    void the_beginning_belongs_to_the_range_and_the_end_does_not() {
        assertThat(fires("0 0 * * *", Duration.ofDays(2))).containsExactly(FROM, FROM.plus(Duration.ofDays(1)));
    }

    @Test
    void intervals_are_counted_from_the_beginning() {
        assertThat(fires("@every 10h", Duration.ofDays(1)))
                .containsExactly(FROM.plus(Duration.ofHours(10)), FROM.plus(Duration.ofHours(20)));
    }

    @Test
    void a_local_time_that_does_not_exist_fires_once_where_the_clock_goes_on() {
        Job job = Job.named("report")
                .cron("30 2 * * *")
                .zone(ZoneId.of("Europe/Berlin"))
                .run(context -> {});

        assertThat(PastFires.of(
                        "report",
                        job.timing(),
                        ZoneOffset.UTC,
                        Instant.parse("2026-03-29T00:00:00Z"),
                        Instant.parse("2026-03-30T00:00:00Z")))
                .containsExactly(Instant.parse("2026-03-29T01:30:00Z"));
    }

    @Test
    void dates_of_the_calendar_are_left_out() {
        Job job = Job.named("report")
                .cron("0 2 * * *")
                .except(Calendar.of("holidays", LocalDate.parse("2026-03-02")))
                .run(context -> {});

        assertThat(PastFires.of("report", job.timing(), ZoneOffset.UTC, FROM, FROM.plus(Duration.ofDays(3))))
                .containsExactly(Instant.parse("2026-03-01T02:00:00Z"), Instant.parse("2026-03-03T02:00:00Z"));
    }

    @Test
    void what_never_fires_by_itself_has_nothing_to_make_up_for() {
        assertThatThrownBy(() -> fires("@manual", Duration.ofDays(1))).hasMessageContaining("Trigger it instead");
    }

    @Test
    void too_many_fires_are_refused() {
        assertThat(fires("* * * * * *", Duration.ofSeconds(PastFires.MOST))).hasSize(PastFires.MOST);
        assertThatThrownBy(() -> fires("* * * * * *", Duration.ofSeconds(PastFires.MOST + 1)))
                .hasMessageContaining("more than 10000 fires");
    }

    @Test
    void so_many_executions_run_at_a_time_and_no_more() {
        addReport(Assumption.succeeds().taking(Duration.ofHours(1)));

        List<Execution> started = start(2, 5);

        for (int hour = 0; hour < 3; hour++) {
            assertThat(started.stream().filter(execution -> isRunning(execution)))
                    .hasSize(hour < 2 ? 2 : 1);
            baton.advance(Duration.ofHours(1));
        }
        assertThat(started)
                .allSatisfy(execution -> assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS));
    }

    private static boolean isRunning(Execution execution) {
        return execution.runs().stream().anyMatch(run -> run.status() == RunStatus.RUNNING);
    }

    @Test
    void a_failure_does_not_stop_those_that_follow() {
        addReport(Assumption.fails());

        assertThat(start(1, 3))
                .allSatisfy(execution -> assertThat(execution.status()).isEqualTo(ExecutionStatus.FAILURE));
    }

    @Test
    void an_execution_knows_the_time_it_is_for() {
        addReport(Assumption.succeeds());

        List<Execution> started = start(1, 3);

        assertThat(started).extracting(Execution::scheduledTime).isEqualTo(hours(3));
        assertThat(started).allSatisfy(execution -> {
            assertThat(execution.trigger()).isEqualTo(Trigger.BACKFILL);
            assertThat(execution.parameters()).containsEntry("by", "hand");
        });
    }

    @Test
    void starting_it_again_starts_nothing_twice() {
        addReport(Assumption.succeeds());

        List<Execution> first = start(1, 3);
        List<Execution> again = start(1, 4);

        assertThat(again.subList(0, 3))
                .extracting(Execution::id)
                .isEqualTo(first.stream().map(Execution::id).toList());
        assertThat(baton.executions("report")).hasSize(4);
    }

    @Test
    void a_backfill_of_several_chunks_keeps_its_order() {
        addReport(Assumption.succeeds().taking(Duration.ofSeconds(1)));
        int count = Backfill.CHUNK + 3;

        List<Execution> started = start(1, count);
        baton.advance(Duration.ofSeconds(Backfill.CHUNK));

        assertThat(started.get(Backfill.CHUNK - 1).status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(isRunning(started.get(Backfill.CHUNK))).isTrue();
        assertThat(isRunning(started.get(Backfill.CHUNK + 1))).isFalse();
    }
}
