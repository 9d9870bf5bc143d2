package dev.baton.e2e;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** One job over many items, and what is made of the results. */
@ExtendWith(SharedServer.class)
final class FanoutTest {

    private final ServerProcess server;
    private final Operator operator;

    FanoutTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
    }

    @Test
    void two_hundred_targets_are_scanned_four_at_a_time_and_a_few_may_fail() {
        Notes notes = Notes.in(server.directory(), "targets-notes.txt");

        String execution = operator.startJob("scan-targets", notes.parameters());

        assertThat(operator.ended(execution)).isEqualTo("partial");
        assertThat(operator.steps(execution)).containsEntry("scan-targets", "partial");
        assertThat(notes.counts("end")).hasSize(Stories.TARGETS);
        assertThat(notes.mostAtOnce()).isBetween(2, 4);
        assertThat(operator.children(operator.run(execution, "scan-targets")).stream()
                        .collect(groupingBy(child -> Operator.text(child, "status"), counting())))
                .isEqualTo(Map.of("success", (long) Stories.TARGETS - Stories.BROKEN_TARGETS, "failure", (long)
                        Stories.BROKEN_TARGETS));
    }

    @Test
    void without_tolerance_one_failed_item_fails_the_whole() {
        String execution = operator.startJob("scan-strictly", Map.of());

        assertThat(operator.ended(execution)).isEqualTo("failure");
    }

    @Test
    void a_reducer_reads_the_results_of_all_items() {
        String execution = operator.startJob("count-words", Map.of());

        assertThat(operator.ended(execution)).isEqualTo("success");
        JsonNode reducer = operator.children(operator.run(execution, "count-words")).stream()
                .filter(child -> Operator.text(child, "role").equals("reducer"))
                .findFirst()
                .orElseThrow();
        assertThat(operator.showRun(Operator.text(reducer, "id"))
                        .path("output")
                        .path("total")
                        .asInt())
                .isEqualTo(6);
    }

    @Test
    void a_step_fans_out_over_what_its_parent_found() {
        Notes notes = Notes.in(server.directory(), "report.txt");

        String execution = operator.startWorkflow("report", notes.parameters());

        assertThat(operator.ended(execution)).isEqualTo("success");
        assertThat(notes.lines())
                .containsExactlyInAnyOrder("a", "b", "c", "published")
                .endsWith("published");
    }
}
