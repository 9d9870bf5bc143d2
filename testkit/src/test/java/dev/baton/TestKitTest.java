package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NoSuchJobException;
import dev.baton.error.StillRunningException;
import dev.baton.policy.Retention;
import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the messages of the test kit for mistakes in tests, and small queries of programs. */
@ExtendWith(BatonExtension.class)
class TestKitTest {

    private static final Workflow ETL = Workflow.define("etl", w -> {
        w.run("extract", context -> {});
        w.run("load", context -> {}).after("extract");
        w.parameter("day", "today");
    });

    @Test
    void an_outcome_of_what_does_not_exist_is_an_error_with_a_hint(BatonTest baton) {
        baton.failing("etl/extrat").add(ETL);
        assertThatThrownBy(() -> baton.trigger(ETL))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"etl/extract\"?");
    }

    @Test
    void an_outcome_of_a_job_that_does_not_exist_is_an_error_when_time_advances(BatonTest baton) {
        baton.add(Job.named("report").run(context -> {}));
        baton.taking("reprot", Duration.ofMinutes(1));
        assertThatThrownBy(() -> baton.advance(Duration.ofMinutes(1)))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"report\"?");
    }

    @Test
    void a_misspelt_name_of_an_execution_and_a_time_that_is_none_are_errors_with_a_hint(BatonTest baton) {
        baton.add(ETL);
        assertThatThrownBy(() -> baton.lastExecution("elt"))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"etl\"?");
        assertThatThrownBy(() -> baton.lastExecution("etl"))
                .hasMessage("etl has not been executed by 2026-01-01T00:00:00Z");
        assertThatThrownBy(() -> baton.advanceTo("tomorrow"))
                .hasMessage("\"tomorrow\" is no time with an offset, such as 2026-11-15T02:00:00+01:00");
    }

    @Test
    void a_workflow_is_triggered_with_parameters(BatonTest baton) {
        Execution execution = baton.add(ETL).trigger(ETL, Map.of("day", "monday"));
        assertThat(execution).succeeded();
        assertThat(execution.parameters()).containsEntry("day", "monday");
    }

    @Test
    void a_job_is_awaited_by_its_name(BatonTest baton) throws Exception {
        baton.add(Job.named("job").run(context -> {}));
        assertThat(baton.baton().awaitJob("job", Duration.ofSeconds(1))).isEmpty();
        Execution execution = baton.trigger("job");
        assertThat(baton.baton().awaitJob("job", Duration.ofSeconds(1)))
                .map(Execution::id)
                .contains(execution.id());
        assertThatThrownBy(() -> baton.baton().awaitJob("jbo", Duration.ofSeconds(1)))
                .isInstanceOf(NoSuchJobException.class);
        baton.taking("job", Duration.ofMinutes(1)).trigger("job");
        assertThatThrownBy(() -> baton.baton().awaitJob("job", Duration.ofSeconds(1)))
                .isInstanceOf(StillRunningException.class);
        assertThat(baton.baton().awaitJob("job", Duration.ofMinutes(2)))
                .map(Execution::status)
                .contains(ExecutionStatus.SUCCESS);
    }

    @Test
    void retention_may_be_unlimited_and_zero_keeps_nothing() {
        assertThat(Retention.unlimited().count()).isEqualTo(Integer.MAX_VALUE);
        try (BatonTest baton =
                BatonTest.startingAt("2026-01-01T00:00:00Z", settings -> settings.retention(Retention.count(0)))) {
            baton.add(Job.named("job").run(context -> {})).trigger("job");
            baton.advance(Duration.ofHours(1));
            assertThat(baton.baton().pastExecutions("job")).isEmpty();
        }
    }

    @Test
    void durations_and_retries_are_asserted_on_the_clock(BatonTest baton) {
        baton.add(Job.named("import")
                .retry(Retry.fixed(3, Duration.ofMinutes(10)))
                .run(context -> {}));
        baton.assume(
                "import",
                Assumption.failsWith(new IllegalStateException("busy")).times(2).taking(Duration.ofMinutes(5)));
        Execution imported = baton.trigger("import");
        baton.advance(Duration.ofHours(1));
        assertThat(imported)
                .succeeded()
                .took("import", Duration.ofMinutes(5))
                .took(Duration.ofMinutes(35))
                .attemptedAfter("import", Duration.ZERO, Duration.ofMinutes(15), Duration.ofMinutes(30));
        assertThatThrownBy(() -> assertThat(imported).took(Duration.ofMinutes(5)))
                .hasMessageContaining("it took PT35M");
        assertThatThrownBy(() -> assertThat(imported).attemptedAfter("import", Duration.ZERO))
                .hasMessageContaining("PT15M, PT30M");
    }
}
