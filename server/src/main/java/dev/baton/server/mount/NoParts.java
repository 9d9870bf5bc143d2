package dev.baton.server.mount;

import dev.baton.Body;
import dev.baton.Calendar;
import dev.baton.Fanout;
import dev.baton.Guard;
import dev.baton.RunId;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.Parts;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.resolve.Origin;
import dev.baton.server.window.WindowMemory;
import java.util.Map;
import java.util.Optional;

/** The parts of a server that compile definitions of files, in a program that has no such definitions. */
final class NoParts implements Parts, WindowMemory {

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException("a program's jobs and workflows are not compiled");
    }

    @Override
    public Fanout.Source items(Items.FromUri from, int maxItems, Origin origin) {
        throw none();
    }

    @Override
    public Body<?> waiting(WaitWork work, Origin origin) {
        throw none();
    }

    @Override
    public Body<?> window(WindowWork work, Task task) {
        throw none();
    }

    @Override
    public Guard when(String expression) {
        throw none();
    }

    @Override
    public Calendar calendar(String name) {
        throw none();
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of();
    }

    @Override
    public Optional<Use> lastUse(String job, String dependency) {
        return Optional.empty();
    }

    @Override
    public void keepUse(String job, Map<String, RunId> used, RunId by) {
        throw none();
    }

    @Override
    public Optional<Refusal> lastRefusal(String job) {
        return Optional.empty();
    }

    @Override
    public void keepRefusal(String job, Refusal refusal) {
        throw none();
    }
}
