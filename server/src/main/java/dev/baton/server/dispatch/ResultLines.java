package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.worker.Dispatch.ResultsPage;
import dev.baton.worker.wire.JsonMappers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The results of the items of a fan-out as a reducer reads them: a JSON object on each line. */
final class ResultLines {

    private static final JsonMapper JSON = JsonMappers.plain();

    private ResultLines() {}

    /**
     * A page of results.
     *
     * @param runs consecutive runs, perhaps with the reducer's own at the end
     * @param items how many items there are
     */
    static ResultsPage page(List<Run> runs, int items) {
        StringBuilder lines = new StringBuilder();
        int next = items;
        for (Run run : runs) {
            if (run.id().number() < items) {
                lines.append(line(run)).append('\n');
                next = run.id().number() + 1;
            }
        }
        return new ResultsPage(lines.toString(), next < items ? next : null);
    }

    private static String line(Run item) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("index", item.id().number());
        line.put("status", item.status().toString());
        item.output().ifPresent(output -> line.put("output", output));
        if (item.status().countsAsFailure()) {
            line.put("error", item.reason());
        }
        return JSON.writeValueAsString(line);
    }
}
