package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.Run;
import dev.baton.server.api.runs.GraphView.NodeView;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.graph.Layout;
import dev.baton.server.kind.WorkSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows executions as graphs. */
final class GraphReader {

    /** People cannot read a larger graph; the items of a fan-out are listed elsewhere. */
    private static final int MOST_NODES = 10_000;

    private final Layout layout;
    private final Catalog catalog;

    GraphReader(Layout layout, Catalog catalog) {
        this.layout = layout;
        this.catalog = catalog;
    }

    GraphView read(Execution execution) {
        Map<String, Run> runs = new LinkedHashMap<>();
        List<Run> all = execution.runs(0, MOST_NODES + 1, Set.of());
        boolean truncated = all.size() > MOST_NODES;
        List<Run> shown = truncated ? all.subList(0, MOST_NODES) : all;
        List<String> names = StepNames.of(execution, shown);
        for (int i = 0; i < shown.size(); i++) {
            runs.put(names.get(i), shown.get(i));
        }
        String last = execution.finalStep().orElse(null);
        GraphPicture picture = GraphPicture.of(layout, List.copyOf(runs.keySet()), execution.dependencies(), last);
        List<NodeView> nodes = new ArrayList<>();
        runs.forEach((step, run) -> nodes.add(new NodeView(
                step,
                run.job(),
                catalog.work(run.job()).map(WorkSpec::kind).orElse(null),
                step.equals(last),
                catalog.join(run.job()).map(Object::toString).orElse(null),
                picture.position(nodes.size()),
                run.id().toString(),
                run.status(),
                run.reason().isEmpty() ? null : run.reason(),
                run.attempt(),
                run.times().started(),
                run.times().finished(),
                ProgressView.of(run))));
        return new GraphView(
                nodes,
                picture.edges(step -> {
                    Run run = runs.get(step);
                    return run == null ? null : run.status();
                }),
                picture.width(),
                picture.height(),
                truncated);
    }
}
