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
        @Doc("Its id; a new one after each registration.") String id,

        @Doc("Its name.") String name,
        @Doc("The queues it serves; empty for all.") List<String> queues,
        @Doc("Its labels.") List<String> labels,
        @Doc("The kinds of work it can do.") List<String> kinds,
        @Doc("Its Java handlers.") List<String> handlers,
        @Doc("How many runs it executes at a time.") int capacity,
        @Doc("Its version.") String version,
        @Doc("Whether it is in the server's process.") boolean local,

        @Doc("Whether it drains: it finishes its runs and takes no more.")
        boolean draining,

        @Doc("When it registered.") Instant since,
        @Doc("The time of its last heartbeat.") Instant seen,
        @Doc("The ids of its runs.") List<String> running) {

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
