package dev.baton.server.doctor;

import dev.baton.RunPolicy;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Introduction;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that every definition has a worker that can run it, and that workers still send heartbeats. */
public final class WorkersCheck implements Check {

    private static final Duration SILENT = Duration.ofSeconds(10);

    private final Catalog catalog;
    private final Dispatcher dispatcher;
    private final Clock clock;

    /** Checks the workers of a dispatcher against the definitions of a catalog. */
    public WorkersCheck(Catalog catalog, Dispatcher dispatcher, Clock clock) {
        this.catalog = catalog;
        this.dispatcher = dispatcher;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "workers";
    }

    /** A definition, and the worker that it needs. */
    private record Need(String job, Command command, RunPolicy.Demand demand) {

        boolean isMetBy(WorkerInfo worker) {
            Introduction introduction = worker.introduction();
            boolean handles = introduction.handlers().containsAll(command.handlers());
            return handles
                    && introduction.kinds().contains(command.kind())
                    && introduction.labels().containsAll(demand.labels())
                    && (introduction.queues().isEmpty() || introduction.queues().contains(demand.queue()));
        }

        String words() {
            String what = command.handlers().isEmpty()
                    ? "the kind " + command.kind()
                    : "the handler " + String.join(", ", command.handlers());
            String labels = demand.labels().isEmpty() ? "" : ", with the labels " + demand.labels();
            return what + " in the queue " + demand.queue() + labels;
        }
    }

    @Override
    public List<Finding> look() {
        List<WorkerInfo> workers = dispatcher.workers();
        List<Finding> findings = new ArrayList<>();
        for (Entry entry : catalog.all()) {
            for (Need need : needs(entry)) {
                List<WorkerInfo> able = workers.stream().filter(need::isMetBy).toList();
                if (able.isEmpty()) {
                    findings.add(Finding.warn(
                            name(),
                            need.job + " needs a worker for " + need.words() + ", and there is none",
                            "Start one, or its runs stay pending."));
                } else if (able.stream().allMatch(WorkerInfo::draining)) {
                    String drained = able.get(0).introduction().name();
                    findings.add(Finding.warn(
                            name(),
                            need.job + " needs a worker for " + need.words() + ", and " + drained + " drains",
                            "Bring it back with 'baton drain " + drained + " --undo', or its runs stay pending."));
                }
            }
        }
        for (WorkerInfo worker : workers) {
            Duration silence = Duration.between(worker.seen(), clock.instant());
            if (silence.compareTo(SILENT) > 0) {
                findings.add(Finding.warn(
                        name(),
                        "worker " + worker.introduction().name() + " has sent no heartbeat for " + silence.toSeconds()
                                + " s",
                        "Check that its host is up and can reach the server; its runs will go to other workers."));
            }
        }
        return findings.isEmpty()
                ? List.of(Finding.ok(
                        name(),
                        workers.size() + (workers.size() == 1 ? " worker" : " workers")
                                + "; every job and workflow has one that can run it"))
                : findings;
    }

    private static List<Need> needs(Entry entry) {
        List<Need> needs = new ArrayList<>();
        if (entry instanceof Entry.JobEntry job) {
            add(job.name(), job.spec().work(), job.spec().policy(), needs);
        } else if (entry instanceof Entry.WorkflowEntry workflow) {
            for (StepSpec step : workflow.spec().steps()) {
                add(workflow.name() + "/" + step.name(), step.work(), step.policy(), needs);
            }
        }
        return needs;
    }

    private static void add(String job, WorkSpec work, PolicySpec policy, List<Need> needs) {
        Stream.of(work.needsOfWorkers(), work.needsOfReducer())
                .flatMap(Optional::stream)
                .forEach(needed -> needs.add(new Need(job, needed.command(), policy.demand())));
    }
}
