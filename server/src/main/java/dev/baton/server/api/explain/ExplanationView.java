package dev.baton.server.api.explain;

import dev.baton.Explanation;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Evidence;
import dev.baton.RunPolicy;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.server.http.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The explanation of a status. */
@Doc("The explanation of the status of a run or execution, and its remedy.")
record ExplanationView(
        @Doc("The run or execution.") String subject,
        @Doc("Its status.") String status,
        @Doc("The explanation in a few sentences.") String text,
        @Doc("The root cause.") Cause cause,

        @Doc("The chain from the run or execution down to the root cause.")
        List<ReasonView> chain,

        @Doc("The number of links that are left out before the last one.")
        int more,

        @Doc("The direct causes; the first of them.") List<ReasonView> because,

        @Doc("The number of further ones.") int moreBecause,

        @Doc("When the cause ends by itself, if that is known.") @Nullable Instant until,

        @Doc("The limit that was reached.") @Nullable String limit,

        @Doc("The runs or executions that hold the limit; the first of them.")
        List<HolderView> holders,

        @Doc("The number of further ones.") int moreHolders,

        @Doc("The runs ahead in the queue; missing if there is no queue.") @Nullable AheadView ahead,

        @Doc("The states of its parents; missing unless it waits for some.") @Nullable JoinView join,

        @Doc("The progress of a fan-out.") @Nullable ItemsView items,

        @Doc("The queue and labels that it needs; missing unless it waits for a worker.") @Nullable DemandView demand,

        @Doc("The worker that has the run at the end of the chain.") @Nullable ServingWorkerView worker,

        @Doc("Workers that could run it; those that could if they did not drain; all workers if none could.")
        List<ServingWorkerView> workers,

        @Doc("The usual duration of that run.") @Nullable Duration usually,

        @Doc("Further sentences, which the text contains too.")
        List<String> facts,

        @Doc("The remedy; missing if none is needed.") @Nullable String remedy,

        @Doc("The actions that people can take.") List<Way> ways) {

    /** The actions that resolve a cause. */
    enum Way {
        RETRY,
        MARK,
        CANCEL,
        APPROVE,
        RELEASE,
        RESUME,
        START_WORKER;

        /** The name in JSON. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static List<Way> of(Cause cause) {
            return switch (cause) {
                case FAILURE_HOLD -> List.of(RETRY, MARK, CANCEL);
                case FAILURE, TIMEOUT, CANCELLED -> List.of(RETRY, MARK);
                case APPROVAL -> List.of(APPROVE);
                case HOLD -> List.of(RELEASE);
                case PAUSED -> List.of(RESUME);
                case OVERLAP, LIMIT -> List.of(CANCEL);
                case NO_WORKER, WORKERS_BUSY -> List.of(START_WORKER);
                default -> List.of();
            };
        }
    }

    /** A link of a chain. */
    @Doc("A run or an execution, and the cause of its status.")
    record ReasonView(
            @Doc("Its name: a step, an item, an execution.") String name,

            @Doc("The job or workflow.") String job,
            @Doc("Its status.") String status,
            @Doc("The cause of its status.") Cause cause,

            @Doc("Its state, as the rest of a sentence that begins with its name.")
            String text,

            @Doc("The beginning of this state, if it is known.") @Nullable Instant since,

            @Doc("The run; missing for an execution as a whole.") @Nullable String runId,

            @Doc("The execution.") String executionId,
            @Doc("Where to read more, below /api/v1.") String link) {

        static ReasonView of(Explanation.Reason reason) {
            Explanation.Place place = reason.place();
            return new ReasonView(
                    place.name(),
                    place.job(),
                    reason.status(),
                    reason.cause(),
                    reason.text(),
                    reason.since(),
                    place.run() == null ? null : place.run().toString(),
                    place.execution().toString(),
                    linkTo(place));
        }
    }

    /** A run that holds a limit. */
    @Doc("A run or an execution that holds a limit.")
    record HolderView(
            @Doc("The job or workflow.") String job,
            @Doc("Its status.") String status,

            @Doc("When it started, if that is known.") @Nullable Instant since,

            @Doc("The run; missing for an execution as a whole.") @Nullable String runId,

            @Doc("The execution.") String executionId,
            @Doc("Where to read more, below /api/v1.") String link) {

        static HolderView of(Explanation.Holder holder) {
            Explanation.Place place = holder.place();
            return new HolderView(
                    place.job(),
                    holder.status(),
                    holder.since(),
                    place.run() == null ? null : place.run().toString(),
                    place.execution().toString(),
                    linkTo(place));
        }
    }

    /** The runs ahead in the queue. */
    @Doc("The runs ahead in the queue.")
    record AheadView(
            @Doc("How many.") int count,

            @Doc("Whether there are more than the number.") boolean orMore,

            @Doc("The time since which the first of them waits.") @Nullable Instant since) {}

    /** The states of parents. */
    @Doc("The states of the parents of a step, with the first names of each.")
    record JoinView(
            @Doc("How many parents must end as required.") int needed,
            @Doc("The number.") int parents,
            @Doc("Parents that have ended as required.") List<String> holding,
            @Doc("Parents that still can.") List<String> possible,
            @Doc("Parents that no longer can.") List<String> impossible) {}

    /** The progress of a fan-out. */
    @Doc("The progress of a fan-out.")
    record ItemsView(
            @Doc("The number of items.") int total,
            @Doc("How many succeeded.") int succeeded,
            @Doc("How many failed.") int failed,
            @Doc("How many were skipped.") int skipped,
            @Doc("How many run.") int running,
            @Doc("How many wait.") int waiting,

            @Doc("How many may run at a time; missing for any number.") @Nullable Integer atATime) {}

    /** The queue and labels that a run needs. */
    @Doc("The queue and labels that a run needs.")
    record DemandView(
            @Doc("The queue that the worker must serve.") String queue,
            @Doc("The labels that the worker must have.") Set<String> labels) {}

    /** A worker. */
    @Doc("A worker.")
    record ServingWorkerView(
            @Doc("Its id.") String id,
            @Doc("Its name.") String name,
            @Doc("The queues it serves; empty for all.") Set<String> queues,

            @Doc("Its labels, with kind.… for each kind that it executes.")
            Set<String> labels,

            @Doc("The number of its runs.") int running,
            @Doc("The most runs that it can have.") int capacity,

            @Doc("Whether it drains: it takes no more runs.")
            boolean draining,

            @Doc("The time of its last heartbeat.") Instant seen,

            @Doc("When its leases expire without another heartbeat.") @Nullable Instant leaseUntil) {

        static ServingWorkerView of(WorkerInfo worker, @Nullable Instant leaseUntil) {
            return new ServingWorkerView(
                    worker.id(),
                    worker.introduction().name(),
                    new TreeSet<>(worker.introduction().queues()),
                    new TreeSet<>(worker.labels()),
                    worker.running().size(),
                    worker.introduction().capacity(),
                    worker.draining(),
                    worker.seen(),
                    leaseUntil);
        }
    }

    private static String linkTo(Explanation.Place place) {
        return place.run() == null ? "/executions/" + place.execution() : "/runs/" + place.run();
    }

    static ExplanationView of(Answer answer) {
        Explanation told = answer.told();
        Evidence evidence = told.evidence();
        WorkerInfo worker = answer.worker();
        return new ExplanationView(
                told.subject(),
                told.status(),
                told.text(),
                told.cause(),
                told.chain().shown().stream().map(ReasonView::of).toList(),
                told.chain().more(),
                told.because().shown().stream().map(ReasonView::of).toList(),
                told.because().more(),
                evidence.until(),
                evidence.limit(),
                evidence.holders().shown().stream().map(HolderView::of).toList(),
                evidence.holders().more(),
                ahead(evidence.ahead()),
                join(evidence.join()),
                items(evidence.items()),
                demand(evidence.demand()),
                worker == null ? null : ServingWorkerView.of(worker, answer.leaseUntil()),
                answer.workers().stream()
                        .map(one -> ServingWorkerView.of(one, null))
                        .toList(),
                answer.usually(),
                told.facts(),
                told.remedy().isEmpty() ? null : told.remedy(),
                Way.of(told.cause()));
    }

    private static @Nullable AheadView ahead(Explanation.@Nullable Ahead ahead) {
        return ahead == null ? null : new AheadView(ahead.count(), ahead.orMore(), ahead.since());
    }

    private static @Nullable JoinView join(Explanation.@Nullable JoinState join) {
        return join == null
                ? null
                : new JoinView(join.needed(), join.parents(), join.holding(), join.possible(), join.impossible());
    }

    private static @Nullable ItemsView items(Explanation.@Nullable Items items) {
        return items == null
                ? null
                : new ItemsView(
                        items.total(),
                        items.succeeded(),
                        items.failed(),
                        items.skipped(),
                        items.running(),
                        items.waiting(),
                        items.atATime() == Integer.MAX_VALUE ? null : items.atATime());
    }

    private static @Nullable DemandView demand(RunPolicy.@Nullable Demand demand) {
        return demand == null ? null : new DemandView(demand.queue(), new TreeSet<>(demand.labels()));
    }
}
