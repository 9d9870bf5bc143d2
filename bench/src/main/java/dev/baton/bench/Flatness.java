package dev.baton.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cost of a step in small graphs and in large ones. */
final class Flatness implements Part {

    @Override
    public char letter() {
        return 'b';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        int most = effort.of(1_000_000);
        Map<String, Contender> contenders = new LinkedHashMap<>();
        List<BatonGraph> open = new ArrayList<>();
        for (int size : new int[] {1_000, 10_000, 100_000, 1_000_000}) {
            if (size <= most) {
                BatonGraph graph = new BatonGraph(Graph.layered(size, size).workflow("size-" + size), most / size);
                open.add(graph);
                contenders.put("%,d steps".formatted(size), () -> 1e9 / graph.round());
            }
        }
        try {
            effort.rounds()
                    .alternate(contenders)
                    .forEach((size, sample) -> table.add("b. cost of a step, " + size, Unit.NANOSECONDS, sample));
        } finally {
            open.forEach(BatonGraph::close);
        }
    }
}
