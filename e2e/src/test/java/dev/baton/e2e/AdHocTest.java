package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.e2e.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Runs that nobody defined before: one by one, in chains, in diamonds. */
@ExtendWith(SharedServer.class)
final class AdHocTest {

    private final ServerProcess server;
    private final Operator operator;
    private final Api api;

    AdHocTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
        this.api = operator.api();
    }

    /** A run that notes its name, after others of the batch. */
    private static Map<String, Object> noting(String ref, Notes notes, String... after) {
        return Map.of(
                "ref",
                ref,
                "spec",
                "echo " + ref + " >> '" + notes.file() + "'",
                "depends_on",
                List.of(after).stream().map(parent -> Map.of("ref", parent)).toList());
    }

    private List<String> submit(List<Map<String, Object>> runs) {
        List<String> executions = new ArrayList<>();
        for (JsonNode run :
                api.post("/runs/batch", Map.of("runs", runs)).expect(201).path("runs")) {
            executions.add(Operator.text(run, "execution_id"));
        }
        return executions;
    }

    @Test
    void a_chain_runs_in_its_order() {
        Notes notes = Notes.in(server.directory(), "chain.txt");

        List<String> executions = submit(
                List.of(noting("third", notes, "second"), noting("second", notes, "first"), noting("first", notes)));

        executions.forEach(execution -> assertThat(operator.ended(execution)).isEqualTo("success"));
        assertThat(notes.lines()).containsExactly("first", "second", "third");
    }

    @Test
    void the_bottom_of_a_diamond_waits_for_both_sides() {
        Notes notes = Notes.in(server.directory(), "diamond.txt");

        List<String> executions = submit(List.of(
                noting("top", notes),
                noting("left", notes, "top"),
                noting("right", notes, "top"),
                noting("bottom", notes, "left", "right")));

        executions.forEach(operator::ended);
        assertThat(notes.lines())
                .containsExactlyInAnyOrder("top", "left", "right", "bottom")
                .startsWith("top")
                .endsWith("bottom");
    }

    @Test
    void a_run_after_one_that_failed_long_ago_is_decided_at_once() {
        String failed = submitOne(Map.of("spec", "exit 3"));
        assertThat(operator.ended(failed)).isEqualTo("failure");

        String after = submitOne(Map.of("spec", "true", "depends_on", List.of(Map.of("execution_id", failed))));
        String despite = submitOne(Map.of(
                "spec",
                "true",
                "depends_on",
                List.of(Map.of("execution_id", failed, "conditions", List.of("failure")))));

        operator.ended(after);
        operator.ended(despite);
        assertThat(operator.steps(after)).containsValue("skipped");
        assertThat(operator.steps(despite)).containsValue("success");
    }

    private String submitOne(Map<String, Object> run) {
        return Operator.text(api.post("/runs", run).expect(201), "execution_id");
    }

    @Test
    void the_same_key_gives_the_same_run() {
        Notes notes = Notes.in(server.directory(), "once.txt");
        Map<String, Object> run = Map.of("job", "digest", "key", "only-once", "parameters", notes.parameters());

        String first = submitOne(run);
        assertThat(Operator.text(api.post("/runs", run).expect(200), "execution_id"))
                .isEqualTo(first);
    }

    @Test
    void a_cycle_is_refused_with_its_path_and_nothing_runs() {
        Notes notes = Notes.in(server.directory(), "cycle.txt");
        int before = operator.all("/jobs").size();

        Answer answer = api.post(
                "/runs/batch",
                Map.of(
                        "runs",
                        List.of(
                                noting("start", notes),
                                noting("a", notes, "start", "c"),
                                noting("b", notes, "a"),
                                noting("c", notes, "b"))));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("a → b → c → a");
        assertThat(operator.all("/jobs")).hasSize(before);
        assertThat(notes.lines()).isEmpty();
    }

    @Test
    void an_unknown_parent_is_refused() {
        Answer answer = api.post("/runs", Map.of("spec", "true", "depends_on", List.of(Map.of("ref", "nobody"))));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("nobody");
    }
}
