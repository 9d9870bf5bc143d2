package dev.baton.server.api.explain;

import dev.baton.Explanation;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Reason;
import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.worker.Dispatch.Introduction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Adds the worker of a run and its last heartbeat, or the workers that could run a waiting run. */
final class WorkerAddition implements Addition {

    private static final int MOST_WORKERS = 20;
    private static final int MOST_IN_WORDS = 5;

    private final Dispatcher dispatcher;

    WorkerAddition(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public Answer add(Answer answer) {
        Explanation told = answer.told();
        RunPolicy.Demand demand = told.evidence().demand();
        RunId run = told.root().place().run();
        if (demand != null) {
            return waiting(answer, demand);
        }
        boolean runs = told.cause() == Cause.RUNNING || told.cause() == Cause.STOPPING;
        Optional<WorkerInfo> worker =
                runs && run != null ? dispatcher.workerOf(run).flatMap(dispatcher::worker) : Optional.empty();
        return worker.map(info -> running(answer, info)).orElse(answer);
    }

    // ---- a run that a worker has

    private Answer running(Answer answer, WorkerInfo worker) {
        Instant until = worker.seen().plus(dispatcher.lease());
        Instant now = dispatcher.time().now();
        Reason root = answer.told().root();
        String name = worker.introduction().name();
        boolean silent = worker.seen().plus(dispatcher.lease().dividedBy(2)).isBefore(now);
        if (!silent) {
            return answer.with(answer.told().withRoot(root.with(root.cause(), root.text() + " on worker " + name)))
                    .withWorker(worker, until);
        }
        String text = root.text() + " on worker " + name + ", which sent its last heartbeat at "
                + Addition.toSecond(worker.seen());
        return answer.with(answer.told()
                        .withRoot(root.with(Cause.WORKER_SILENT, text))
                        .withEvidence(answer.told().evidence().withUntil(until))
                        .withFact("The worker's lease lasts until " + Addition.toSecond(until)
                                + ": if it is not heard of by then, the attempt counts as lost and the run is given to"
                                + " another worker")
                        .withRemedy("Look after the worker; or wait for the end of its lease."))
                .withWorker(worker, until);
    }

    // ---- a run that waits for one

    private Answer waiting(Answer answer, RunPolicy.Demand demand) {
        List<WorkerInfo> all = dispatcher.workers();
        List<WorkerInfo> able = all.stream()
                .filter(worker -> worker.serves(demand) && !worker.draining())
                .toList();
        Explanation told = answer.told();
        Reason root = told.root();
        if (able.isEmpty()) {
            List<WorkerInfo> drained =
                    all.stream().filter(worker -> worker.serves(demand)).toList();
            String asked = "waits for a worker " + demand + ", and none does";
            return answer.with(told.withRoot(root.with(Cause.NO_WORKER, asked))
                            .withFact(
                                    all.isEmpty()
                                            ? "There is no worker"
                                            : (all.size() == 1 ? "There is " : "There are ")
                                                    + list(all, WorkerAddition::serves))
                            .withRemedy(remedy(drained, demand)))
                    .withWorkers(first(drained.isEmpty() ? all : drained));
        }
        return answer.with(told.withFact("It can run on " + list(able, WorkerAddition::load))
                        .withRemedy("It starts when one of them has room; start another worker to have it start now."))
                .withWorkers(first(able));
    }

    private static String remedy(List<WorkerInfo> drained, RunPolicy.Demand demand) {
        return drained.isEmpty()
                ? "Start a worker " + demand + "."
                : "Let worker " + drained.get(0).introduction().name()
                        + " take runs again, which was drained; or start another.";
    }

    private static List<WorkerInfo> first(List<WorkerInfo> workers) {
        return workers.subList(0, Math.min(MOST_WORKERS, workers.size()));
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", names.stream().sorted().toList());
    }

    private interface Words {
        String of(WorkerInfo worker);
    }

    private static String list(List<WorkerInfo> workers, Words words) {
        List<String> some = new ArrayList<>();
        workers.stream().limit(MOST_IN_WORDS).forEach(worker -> some.add(words.of(worker)));
        int more = workers.size() - some.size();
        return String.join("; ", some) + (more > 0 ? "; and " + more + " more" : "");
    }

    private static String serves(WorkerInfo worker) {
        Introduction about = worker.introduction();
        List<String> clauses = new ArrayList<>();
        clauses.add(about.queues().isEmpty() ? "serves all queues" : "serves queue " + sorted(about.queues()));
        add(clauses, "has ", about.labels());
        add(clauses, "runs kind ", about.kinds());
        add(clauses, "has handler ", about.handlers());
        String last = clauses.remove(clauses.size() - 1);
        return about.name() + ", which "
                + (clauses.isEmpty() ? last : String.join(", ", clauses) + " and " + last)
                + (worker.draining() ? ", and takes nothing more" : "");
    }

    private static void add(List<String> clauses, String verb, Set<String> names) {
        if (!names.isEmpty()) {
            clauses.add(verb + sorted(names));
        }
    }

    private static String load(WorkerInfo worker) {
        return worker.introduction().name() + ", which runs " + worker.running().size() + " of "
                + worker.introduction().capacity();
    }
}
