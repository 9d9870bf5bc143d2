package dev.baton.server.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Job;
import dev.baton.RunId;
import dev.baton.policy.Retry;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.test.BatonTest;
import dev.baton.worker.Dispatch.Introduction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;

class MetricsTest {

    private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");

    private final List<QueueState> queues = new CopyOnWriteArrayList<>();
    private final Metrics metrics = new Metrics(
            new MetricSources(
                    name -> !name.startsWith("unknown"),
                    execution -> Optional.of(START),
                    () -> 3,
                    () -> List.copyOf(queues),
                    () -> List.of(worker(4), worker(6)),
                    () -> 2),
            database("jdbc:sqlite::memory:"));
    private final BatonTest baton = BatonTest.startingAt(START.toString(), settings -> settings.listen(metrics));

    @AfterEach
    void close() {
        baton.close();
        metrics.close();
    }

    @Test
    void runs_are_counted_by_job_and_status() {
        baton.add(job("load")).add(job("copy")).failing("copy");

        baton.trigger("load");
        baton.trigger("load");
        baton.trigger("copy");

        assertThat(metrics.scrape().lines())
                .contains(
                        "baton_runs_total{job=\"load\",status=\"success\"} 2.0",
                        "baton_runs_total{job=\"copy\",status=\"failure\"} 1.0",
                        "baton_executions_total{status=\"success\"} 2.0");
    }

    @Test
    void names_that_are_not_registered_share_a_label() {
        baton.add(job("unknown1")).add(job("unknown2"));

        baton.trigger("unknown1");
        baton.trigger("unknown2");

        assertThat(metrics.scrape().lines()).contains("baton_runs_total{job=\"other\",status=\"success\"} 2.0");
    }

    @Test
    void there_are_no_more_labels_than_prometheus_can_take() {
        JobLabels labels = new JobLabels(name -> true);

        Set<String> used = IntStream.range(0, 5_000)
                .mapToObj(number -> labels.of("job" + number))
                .collect(Collectors.toSet());

        assertThat(used).hasSize(JobLabels.MOST + 1).contains("job0", JobLabels.OTHER);
        assertThat(labels.of("job0")).isEqualTo("job0");
    }

    @Test
    void the_time_of_a_run_goes_from_its_start_to_its_end() {
        baton.add(job("load")).taking("load", Duration.ofSeconds(3));

        baton.trigger("load");
        baton.advance(Duration.ofSeconds(10));

        assertThat(metrics.scrape().lines())
                .contains(
                        "baton_run_time_seconds_sum 3.0",
                        "baton_run_time_seconds_bucket{le=\"1.0\"} 0",
                        "baton_run_time_seconds_bucket{le=\"5.0\"} 1",
                        "baton_run_wait_seconds_count 1");
    }

    @Test
    void retries_are_counted() {
        AtomicInteger calls = new AtomicInteger();
        baton.add(Job.named("load").retry(Retry.fixed(3, Duration.ofSeconds(1))).run(context -> {
            if (calls.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
        }));

        baton.trigger("load");
        baton.advance(Duration.ofSeconds(10));

        assertThat(metrics.scrape().lines())
                .contains(
                        "baton_run_retries_total{job=\"load\"} 2.0",
                        "baton_runs_total{job=\"load\",status=\"success\"} 1.0",
                        "baton_run_wait_seconds_count 3");
    }

    @Test
    void lateness_is_what_lies_between_the_scheduled_time_and_the_start() {
        baton.add(Job.named("load").cron("@every 10s").run(context -> {}));

        baton.advance(Duration.ofSeconds(10));

        assertThat(metrics.scrape().lines())
                .contains("baton_execution_lateness_seconds_count 1", "baton_execution_lateness_seconds_sum 10.0");
    }

    @Test
    void queues_are_those_there_are_when_the_numbers_are_read() {
        queues.add(new QueueState("default", 7, Duration.ofMillis(1500)));
        assertThat(metrics.scrape().lines())
                .contains("baton_queue_depth{queue=\"default\"} 7.0", "baton_queue_age_seconds{queue=\"default\"} 1.5");

        queues.set(0, new QueueState("fast", 1, Duration.ZERO));

        assertThat(metrics.scrape())
                .contains("baton_queue_depth{queue=\"fast\"} 1.0")
                .doesNotContain("queue=\"default\"");
    }

    @Test
    void workers_and_executions_are_asked_for() {
        assertThat(metrics.scrape().lines())
                .contains(
                        "baton_workers 2.0",
                        "baton_workers_capacity 10.0",
                        "baton_workers_running 2.0",
                        "baton_executions_active 3.0");
    }

    @Test
    void fires_that_were_slept_through_are_missed_and_leases_are_asked_for() {
        baton.add(Job.named("load").cron("0 * * * *").run(context -> {}));

        baton.clock().jump(Duration.ofMinutes(310));

        assertThat(metrics.scrape().lines()).contains("baton_leases_lost_total 2.0", "baton_fires_missed_total 5.0");
    }

    @Test
    void the_latency_of_the_database_is_measured() {
        await().untilAsserted(() -> assertThat(metrics.scrape().lines())
                .contains("baton_database_latency_seconds_count 1", "baton_database_up 1.0"));
    }

    @Test
    void a_database_that_is_away_is_seen_and_holds_nothing_up() {
        MetricSources nothing =
                new MetricSources(name -> true, execution -> Optional.empty(), () -> 0, List::of, List::of, () -> 0);
        try (Metrics blind = new Metrics(nothing, database("jdbc:sqlite:/nowhere/at/all.db"))) {
            await().untilAsserted(() -> assertThat(blind.scrape().lines()).contains("baton_database_up 0.0"));
        }
    }

    @Test
    void the_process_is_measured_too() {
        assertThat(metrics.scrape())
                .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_uptime_seconds");
    }

    private static Job job(String name) {
        return Job.named(name).run(context -> {});
    }

    private static SQLiteDataSource database(String url) {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl(url);
        return source;
    }

    private static WorkerInfo worker(int capacity) {
        Introduction introduction = new Introduction("worker", Set.of(), Set.of(), Set.of(), Set.of(), capacity, "1");
        List<RunId> running = List.of(new RunId(UUID.randomUUID(), 0));
        return new WorkerInfo("id", introduction, true, false, START, START, running);
    }
}
