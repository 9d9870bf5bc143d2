package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import dev.baton.test.StoreUnderTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Graphs recorded in production, with the run times they had: each takes as long as its critical path. */
class RealWorkflowsTest {

    private static final Path FILE = Path.of("shared", "data", "real_workflows.json");

    private record Task(String name, Duration takes, List<Integer> parents) {}

    @TestFactory
    Stream<DynamicTest> a_recorded_workflow_takes_as_long_as_its_critical_path() {
        Path file = find();
        if (!Files.exists(file)) {
            System.err.println("SKIPPED: " + FILE + " is not above this directory; the recorded workflows are not run");
            abort("no " + FILE);
        }
        JsonNode workflows = JsonMapper.shared().readTree(file.toFile()).get("workflows");
        assertThat(workflows.size()).isEqualTo(75);
        // On a store each of them takes seconds, and what differs from memory shows in a few.
        int most = StoreUnderTest.isMemory() ? workflows.size() : 3;
        return StreamSupport.stream(workflows.spliterator(), false)
                .limit(most)
                .map(workflow -> DynamicTest.dynamicTest(workflow.get("name").asString(), () -> run(tasks(workflow))));
    }

    /** The data lie beside the project, wherever that is. */
    private static Path find() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.exists(directory.resolve(FILE))) {
            directory = directory.getParent();
        }
        return directory == null ? FILE : directory.resolve(FILE);
    }

    private static List<Task> tasks(JsonNode workflow) {
        List<Task> tasks = new ArrayList<>();
        for (JsonNode task : workflow.get("tasks")) {
            List<Integer> parents = new ArrayList<>();
            task.get(2).forEach(parent -> parents.add(parent.asInt()));
            Duration takes = Duration.ofMillis(Math.round(task.get(1).asDouble() * 1000));
            tasks.add(new Task("t" + tasks.size(), takes, parents));
        }
        return tasks;
    }

    private static void run(List<Task> tasks) {
        try (BatonTest baton = BatonTest.create()) {
            baton.add(Workflow.define("w", w -> {
                for (Task task : tasks) {
                    Step<Void> step = w.run(task.name, context -> {});
                    task.parents.forEach(parent -> step.after(tasks.get(parent).name));
                }
            }));
            tasks.forEach(
                    task -> baton.assume("w/" + task.name, Assumption.succeeds().taking(task.takes)));
            Execution execution = baton.trigger("w");
            baton.advance(criticalPath(tasks).plus(Duration.ofMinutes(1)));

            assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
            Map<String, Run> runs = execution.runs().stream().collect(Collectors.toMap(Run::step, Function.identity()));
            for (Task task : tasks) {
                Instant started = runs.get(task.name).started().orElseThrow();
                for (int parent : task.parents) {
                    assertThat(runs.get(tasks.get(parent).name).finished().orElseThrow())
                            .isBeforeOrEqualTo(started);
                }
            }
            Duration took =
                    Duration.between(execution.started(), execution.finished().orElseThrow());
            assertThat(took).isEqualTo(criticalPath(tasks));
        }
    }

    private static Duration criticalPath(List<Task> tasks) {
        Duration[] ends = new Duration[tasks.size()];
        boolean changed = true;
        // Parents may stand behind their children in the file: go over it until nothing changes.
        while (changed) {
            changed = false;
            for (int i = 0; i < ends.length; i++) {
                Duration start = Duration.ZERO;
                for (int parent : tasks.get(i).parents) {
                    Duration end = ends[parent] == null ? Duration.ZERO : ends[parent];
                    start = end.compareTo(start) > 0 ? end : start;
                }
                Duration end = start.plus(tasks.get(i).takes);
                changed |= !end.equals(ends[i]);
                ends[i] = end;
            }
        }
        return Stream.of(ends).max(Duration::compareTo).orElseThrow();
    }
}
