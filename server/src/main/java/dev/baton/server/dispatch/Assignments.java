package dev.baton.server.dispatch;

import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.RunContext;
import dev.baton.worker.Assignment;
import dev.baton.worker.wire.JsonMappers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Puts together what a worker is told about a run. */
final class Assignments {

    /** What a reducer finds the results of the items in: a file with one JSON object a line. */
    private static final String RESULTS = "BATON_RESULTS";

    private static final JsonMapper JSON = JsonMappers.plain();

    private Assignments() {}

    static Assignment of(String lease, RunContext context, Task task) {
        List<Run> parents = context.parents();
        boolean isReducer = context.jobName().endsWith("/" + Fanout.REDUCER)
                && context.parentRun().isPresent();
        Assignment.Inputs inputs = new Assignment.Inputs(
                task.grants().variables(),
                context.parameters(),
                isReducer ? Map.of() : outputs(parents),
                context.item()
                        .map(item -> new Assignment.Item(item.value(), item.index(), task.itemVariable()))
                        .orElse(null),
                isReducer ? Map.of(RESULTS, results(parents)) : Map.of());
        return new Assignment(
                lease,
                info(context),
                task.command(),
                inputs,
                List.copyOf(task.grants().secrets().values()));
    }

    private static Assignment.RunInfo info(RunContext context) {
        return new Assignment.RunInfo(
                context.runId().toString(),
                context.executionId().toString(),
                context.jobName(),
                context.attempt(),
                context.scheduledTime(),
                context.trigger().toString(),
                context.parentRun().map(Object::toString).orElse(null),
                Traces.parent(context.executionId(), context.runId().number()));
    }

    private static Map<String, Object> outputs(List<Run> parents) {
        Map<String, Object> outputs = new LinkedHashMap<>();
        parents.forEach(parent -> parent.output().ifPresent(output -> outputs.put(parent.step(), output)));
        return outputs;
    }

    private static String results(List<Run> items) {
        StringBuilder lines = new StringBuilder();
        for (Run item : items) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("index", item.id().number());
            line.put("status", item.status().toString());
            item.output().ifPresent(output -> line.put("output", output));
            if (item.status().countsAsFailure()) {
                line.put("error", item.reason());
            }
            lines.append(JSON.writeValueAsString(line)).append('\n');
        }
        return lines.toString();
    }
}
