package dev.baton.server.api.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Condition;
import dev.baton.RunStatus;
import dev.baton.server.api.insight.Forecast.Parent;
import dev.baton.server.api.insight.Forecast.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTest {

    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");
    private static final int SUCCESS = Condition.SUCCESS.mask();
    private static final int FAILURE = Condition.FAILURE.mask();

    private static Step ended(RunStatus status, int from, int to, Parent... parents) {
        return new Step(status, NOON.plusSeconds(from), NOON.plusSeconds(to), null, null, List.of(parents), 0);
    }

    private static Step running(int from, int usual, Parent... parents) {
        return new Step(
                RunStatus.RUNNING, NOON.plusSeconds(from), null, null, Duration.ofSeconds(usual), List.of(parents), 0);
    }

    private static Step blocked(int usual, int needed, Parent... parents) {
        return new Step(RunStatus.BLOCKED, null, null, null, Duration.ofSeconds(usual), List.of(parents), needed);
    }

    @Test
    void what_runs_ends_after_its_usual_time_and_what_waits_follows() {
        Forecast forecast = Forecast.of(List.of(running(-10, 30), blocked(5, 0, new Parent(0, SUCCESS))), NOON);

        assertThat(forecast.of(0).end()).isEqualTo(NOON.plusSeconds(20));
        assertThat(forecast.of(1).start()).isEqualTo(NOON.plusSeconds(20));
        assertThat(forecast.end()).isEqualTo(NOON.plusSeconds(25));
    }

    @Test
    void what_runs_longer_than_usual_ends_now() {
        assertThat(Forecast.of(List.of(running(-60, 30)), NOON).end()).isEqualTo(NOON);
    }

    @Test
    void a_step_that_waits_for_a_failure_is_not_expected() {
        Forecast forecast = Forecast.of(List.of(running(0, 10), blocked(5, 1, new Parent(0, FAILURE))), NOON);

        assertThat(forecast.of(1)).isEqualTo(Forecast.Expected.NOTHING);
        assertThat(forecast.end()).isEqualTo(NOON.plusSeconds(10));
    }

    @Test
    void a_join_over_any_starts_with_the_first_that_ends() {
        Forecast forecast = Forecast.of(
                List.of(running(0, 10), running(0, 50), blocked(1, 1, new Parent(0, SUCCESS), new Parent(1, SUCCESS))),
                NOON);

        assertThat(forecast.of(2).start()).isEqualTo(NOON.plusSeconds(10));
    }

    @Test
    void a_retry_starts_when_its_delay_is_over() {
        Step retry = new Step(
                RunStatus.PENDING,
                NOON.minusSeconds(9),
                null,
                NOON.plusSeconds(8),
                Duration.ofSeconds(3),
                List.of(),
                0);

        assertThat(Forecast.of(List.of(retry), NOON).of(0).start()).isEqualTo(NOON.plusSeconds(8));
    }

    @Test
    void the_critical_path_goes_back_over_what_was_waited_for_longest() {
        Forecast forecast = Forecast.of(
                List.of(
                        ended(RunStatus.SUCCESS, 0, 10),
                        ended(RunStatus.SUCCESS, 0, 40),
                        ended(RunStatus.SUCCESS, 40, 50, new Parent(0, SUCCESS), new Parent(1, SUCCESS))),
                NOON.plusSeconds(60));

        assertThat(forecast.criticalPath().stream().boxed()).containsExactly(1, 2);
    }

    @Test
    void a_skipped_step_is_not_on_the_critical_path_but_what_it_waited_for_is() {
        Forecast forecast = Forecast.of(
                List.of(
                        ended(RunStatus.SUCCESS, 0, 10),
                        ended(RunStatus.SKIPPED, 10, 10, new Parent(0, FAILURE)),
                        ended(RunStatus.SUCCESS, 10, 12, new Parent(1, Condition.COMPLETE.mask()))),
                NOON.plusSeconds(60));

        assertThat(forecast.criticalPath().stream().boxed()).containsExactly(0, 2);
    }
}
