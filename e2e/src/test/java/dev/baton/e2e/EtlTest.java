package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Extract, transform, load; an alert when one of them fails, and a clean-up whatever happens. */
@ExtendWith(SharedServer.class)
final class EtlTest {

    private final ServerProcess server;
    private final Operator operator;

    EtlTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
    }

    @ParameterizedTest(name = "a failure of {0}")
    @CsvSource({
        "nowhere,   success, success, success, success, skipped",
        "extract,   failure, failure, skipped, skipped, success",
        "transform, failure, success, failure, skipped, success",
        "load,      failure, success, success, failure, success",
    })
    void a_failure_skips_what_comes_after_it_and_alerts(
            String place, String whole, String extract, String transform, String load, String alert) {
        Notes notes = Notes.in(server.directory(), "etl-" + place + ".txt");

        String execution = operator.startWorkflow("etl", notes.parameters("fail_at", place));

        assertThat(operator.ended(execution)).isEqualTo(whole);
        assertThat(operator.steps(execution))
                .isEqualTo(Map.of(
                        "extract", extract,
                        "transform", transform,
                        "load", load,
                        "alert", alert,
                        "cleanup", "success"));
        assertThat(notes.lines()).endsWith("end cleanup");
    }
}
