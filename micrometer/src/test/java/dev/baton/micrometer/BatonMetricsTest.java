package dev.baton.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Job;
import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatonMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final BatonMetrics metrics = new BatonMetrics(registry);
    private final BatonTest baton = BatonTest.startingAt("2026-01-01T00:00:00Z", settings -> settings.listen(metrics));

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    void runs_retries_and_executions_are_counted_by_job_and_status() {
        baton.add(
                Job.named("charge").retry(Retry.fixed(3, Duration.ofMinutes(1))).run(context -> {}));
        baton.assume(
                "charge",
                Assumption.failsWith(new IllegalStateException("busy")).times(2).taking(Duration.ofSeconds(5)));
        baton.trigger("charge");
        baton.advance(Duration.ofHours(1));

        assertThat(registry.get("baton.runs")
                        .tags("job", "charge", "status", "success")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("baton.run.retries")
                        .tag("job", "charge")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("baton.executions")
                        .tag("status", "success")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("baton.run.time").timer().count()).isEqualTo(3);
        assertThat(registry.get("baton.run.time").timer().totalTime(TimeUnit.SECONDS))
                .isEqualTo(15);
    }

    @Test
    void what_runs_now_and_what_is_registered_can_be_read() {
        baton.add(Job.named("import").run(context -> {}))
                .add(Job.named("export").run(context -> {}))
                .taking("import", Duration.ofMinutes(10));
        metrics.bindTo(baton.baton());
        baton.baton().pause("export");
        baton.trigger("import");

        assertThat(registry.get("baton.runs.running").gauge().value()).isEqualTo(1);
        assertThat(registry.get("baton.definitions").gauge().value()).isEqualTo(2);
        assertThat(registry.get("baton.definitions.paused").gauge().value()).isEqualTo(1);

        baton.advance(Duration.ofMinutes(10));
        assertThat(registry.get("baton.runs.running").gauge().value()).isZero();
    }
}
