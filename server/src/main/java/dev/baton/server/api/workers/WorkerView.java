package dev.baton.server.api.workers;

import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.server.http.Doc;
import dev.baton.worker.Dispatch.Introduction;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** A worker, as the API shows it. */
@Doc("A worker.")
record WorkerView(
        @Doc("What it is called here; another one after it has come again.")
        String id,

        @Doc("What people call it.") String name,
        @Doc("The queues it serves; empty for all.") List<String> queues,
        @Doc("The labels it has.") List<String> labels,
        @Doc("The kinds of work it can do.") List<String> kinds,
        @Doc("The Java handlers it has.") List<String> handlers,
        @Doc("How many runs it executes at a time.") int capacity,
        @Doc("The version of its code.") String version,
        @Doc("Whether it is in the server's own process.") boolean local,
        @Doc("Whether it takes nothing more.") boolean draining,
        @Doc("When it came.") Instant since,
        @Doc("When it last gave a sign of life.") Instant seen,
        @Doc("The ids of the runs it has.") List<String> running) {

    static WorkerView of(WorkerInfo worker) {
        Introduction introduction = worker.introduction();
        return new WorkerView(
                worker.id(),
                introduction.name(),
                sorted(introduction.queues()),
                sorted(introduction.labels()),
                sorted(introduction.kinds()),
                sorted(introduction.handlers()),
                introduction.capacity(),
                introduction.version(),
                worker.local(),
                worker.draining(),
                worker.since(),
                worker.seen(),
                worker.running().stream().map(Object::toString).toList());
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }
}
