package dev.baton.e2e;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A server ends in the middle of three stories, and another one on its data goes on with them. */
@ParameterizedClass(name = "{0}")
@MethodSource("endings")
@Tag("ci")
final class RestartTest {

    private static final int TARGETS = 80;

    private static ServerProcess server;
    private static Notes targets;
    private static Notes etl;
    private static Notes diamond;
    private static String targetsExecution;
    private static String etlExecution;
    private static List<String> diamondExecutions;
    private static Set<String> endedBefore;

    private final Ending ending;
    private final Operator operator = Operator.of(server);

    /** The worse one; the long form has the clean stop too, of which {@link ShutdownTest} tells in short. */
    static Stream<Ending> endings() {
        return Stream.of(Ending.values())
                .filter(ending -> ending == Ending.KILLED || Integer.getInteger("baton.seed.times", 1) > 1);
    }

    RestartTest(Ending ending) {
        this.ending = ending;
    }

    @BeforeParameterizedClassInvocation
    static void end_it_in_the_middle_and_start_it_again(Ending ending) throws IOException {
        server = Stories.start("restart-" + ending, TARGETS);
        targets = Notes.in(server.directory(), "targets-notes.txt");
        etl = Notes.in(server.directory(), "etl.txt");
        diamond = Notes.in(server.directory(), "diamond.txt");
        Operator operator = Operator.of(server);
        targetsExecution = operator.startJob("scan-targets", targets.parameters());
        Path hold = server.directory().resolve("hold");
        Notes.write(hold, "");
        etlExecution = operator.startWorkflow("etl", etl.parameters("hold", hold.toString()));
        diamondExecutions = submitDiamond(operator, hold);
        await("the middle of all three")
                .atMost(Duration.ofSeconds(60))
                .until(() -> targets.after("end").size() >= 20
                        && etl.lines().contains("start transform")
                        && diamond.lines().contains("start left"));

        ending.apply(server);
        endedBefore = Set.copyOf(targets.after("end"));
        server.start();
        Files.delete(hold);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        server.close();
    }

    private static List<String> submitDiamond(Operator operator, Path hold) {
        List<String> executions = new ArrayList<>();
        List<Map<String, Object>> runs = List.of(
                noting("top", "true"),
                noting("left", "while [ -e '" + hold + "' ]; do sleep 0.1; done", "top"),
                noting("right", "true", "top"),
                noting("bottom", "true", "left", "right"));
        operator.api()
                .post("/runs/batch", Map.of("runs", runs))
                .expect(201)
                .path("runs")
                .forEach(run -> executions.add(Operator.text(run, "execution_id")));
        return executions;
    }

    private static Map<String, Object> noting(String ref, String work, String... after) {
        String command = "echo start %1$s >> '%3$s'; %2$s; echo end %1$s >> '%3$s'";
        return Map.of(
                "ref", ref,
                "spec",
                        Map.of(
                                "command", command.formatted(ref, work, diamond.file()),
                                "retry", Map.of("attempts", 2)),
                "depends_on",
                        List.of(after).stream()
                                .map(parent -> Map.of("ref", parent))
                                .toList());
    }

    @Test
    void every_target_ends_and_is_recorded_once() {
        operator.ended(targetsExecution);

        String run = operator.run(targetsExecution, "scan-targets");
        List<JsonNode> children = operator.children(run);
        assertThat(children).extracting(child -> Operator.text(child, "item")).doesNotHaveDuplicates();
        assertThat(children.stream().collect(groupingBy(child -> Operator.text(child, "status"), counting())))
                .isEqualTo(Map.of(
                        "success", (long) TARGETS - Stories.BROKEN_TARGETS, "failure", (long) Stories.BROKEN_TARGETS));
        assertThat(Operator.text(operator.showRun(run), "status")).isEqualTo("partial");
    }

    @Test
    void targets_that_were_done_are_not_done_again() {
        operator.ended(targetsExecution);

        long twice = targets.counts("start").entrySet().stream()
                .filter(target -> target.getKey().startsWith("target-") && target.getValue() > 1)
                .count();
        assertThat(twice).isZero();
        assertThat(targets.counts("end").keySet()).containsAll(endedBefore).hasSize(TARGETS);
    }

    @Test
    void the_workflow_goes_on_where_it_was() {
        assertThat(operator.ended(etlExecution)).isEqualTo("success");
        assertThat(operator.steps(etlExecution))
                .isEqualTo(Map.of(
                        "extract", "success",
                        "transform", "success",
                        "load", "success",
                        "alert", "skipped",
                        "cleanup", "success"));
        assertThat(etl.counts("start")).isEqualTo(Map.of("extract", 1L, "transform", starts(), "load", 1L));
        assertThat(etl.lines()).contains("end transform 42", "end cleanup");
    }

    @Test
    void the_diamond_goes_on_where_it_was() {
        diamondExecutions.forEach(
                execution -> assertThat(operator.ended(execution)).isEqualTo("success"));
        assertThat(diamond.counts("start")).isEqualTo(Map.of("top", 1L, "left", starts(), "right", 1L, "bottom", 1L));
        List<String> lines = diamond.lines();
        assertThat(lines.subList(0, lines.indexOf("start bottom"))).contains("end left", "end right");
        assertThat(lines).contains("end bottom");
    }

    /** How often a command begins that outlasts the server: a stop stops it, a killed server has no time to. */
    private long starts() {
        return ending == Ending.KILLED ? 1 : 2;
    }
}
