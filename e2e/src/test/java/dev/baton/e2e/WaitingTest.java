package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Steps that no worker runs: approvals, waits, whole workflows, and conditions. */
@ExtendWith(SharedServer.class)
final class WaitingTest {

    private final ServerProcess server;
    private final Operator operator;

    WaitingTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
    }

    @Test
    void nothing_ships_before_somebody_approves() {
        Notes notes = Notes.in(server.directory(), "approved.txt");
        String execution = operator.startWorkflow("release", notes.parameters());
        operator.awaitStep(execution, "sign-off", "running");
        assertThat(operator.steps(execution)).containsEntry("ship", "blocked");

        answer(execution, true);

        assertThat(operator.ended(execution)).isEqualTo("success");
        assertThat(notes.lines()).containsExactly("shipped");
    }

    @Test
    void nothing_ships_when_somebody_rejects() {
        Notes notes = Notes.in(server.directory(), "rejected.txt");
        String execution = operator.startWorkflow("release", notes.parameters());
        operator.awaitStep(execution, "sign-off", "running");

        answer(execution, false);

        assertThat(operator.ended(execution)).isEqualTo("failure");
        assertThat(operator.steps(execution)).containsEntry("ship", "skipped");
    }

    private void answer(String execution, boolean approved) {
        String run = operator.run(execution, "sign-off");
        operator.api()
                .post("/runs/" + run + "/approve", Map.of("approved", approved, "comment", "as agreed"))
                .expect(200);
    }

    @Test
    void a_wait_ends_with_its_time_and_with_the_file_it_waits_for() {
        String execution = operator.startWorkflow("patience", Map.of());
        operator.awaitStep(execution, "a-while", "success");
        operator.awaitStep(execution, "a-file", "running");

        Notes.write(server.directory().resolve("arrived"), "");

        assertThat(operator.ended(execution)).isEqualTo("success");
    }

    @Test
    void a_step_is_a_whole_other_workflow() {
        String execution = operator.startWorkflow("outer", Map.of());

        assertThat(operator.ended(execution)).isEqualTo("success");
        assertThat(Notes.in(server.directory(), "inner.txt").lines()).contains("end load", "end cleanup");
    }

    @Test
    void a_condition_that_does_not_hold_skips_its_step() {
        String kept = operator.startWorkflow("careful", Map.of("production", true));
        String skipped = operator.startWorkflow("careful", Map.of("production", false));

        operator.ended(kept);
        operator.ended(skipped);
        assertThat(operator.steps(kept)).containsEntry("deploy", "success");
        assertThat(operator.steps(skipped)).containsEntry("deploy", "skipped");
    }

    @Test
    void conditions_on_an_approval_a_wait_and_a_fan_out_that_come_first_hold_nobody_up() {
        String unwanted = operator.startWorkflow("guarded", Map.of());
        String wanted = operator.startWorkflow("guarded", Map.of("wanted", true));
        operator.awaitStep(wanted, "sign-off", "running");
        answer(wanted, true);

        assertThat(operator.ended(unwanted)).isEqualTo("success");
        assertThat(operator.steps(unwanted))
                .containsEntry("sign-off", "skipped")
                .containsEntry("pause", "skipped")
                .containsEntry("each", "skipped")
                .containsEntry("go-on", "success");
        assertThat(operator.ended(wanted)).isEqualTo("success");
        assertThat(operator.steps(wanted)).doesNotContainValue("skipped");
    }
}
