package dev.baton.server.api.runs;

import dev.baton.Approval;
import dev.baton.Body;
import dev.baton.Calendar;
import dev.baton.Fanout;
import dev.baton.Guard;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.Parts;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.resolve.Origin;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** As few parts as jobs of these tests need: an address gives as many items as it names, and waits wait for a person. */
final class TestParts implements Parts {

    @Override
    public Fanout.Source items(Items.FromUri from, int maxItems, Origin origin) {
        String uri = from.uri();
        int count = Integer.parseInt(uri.substring(uri.lastIndexOf('/') + 1));
        return context -> IntStream.range(0, count).boxed().toList();
    }

    @Override
    public Body<?> waiting(WaitWork work, Origin origin) {
        return new Approval("go on?");
    }

    @Override
    public Body<?> window(WindowWork work, Task task) {
        return task;
    }

    @Override
    public Guard when(String expression) {
        return context -> Optional.empty();
    }

    @Override
    public Calendar calendar(String name) {
        throw new IllegalArgumentException("no calendar here");
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of("PASSWORD", "open-sesame", "OTHER", "shut-sesame");
    }
}
