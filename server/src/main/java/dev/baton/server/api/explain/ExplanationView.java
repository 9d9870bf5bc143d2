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

/** Why something is where it is. */
@Doc("Why a run or an execution is where it is, and what would move it.")
record ExplanationView(
        @Doc("The run or execution.") String subject,
        @Doc("Its status.") String status,
        @Doc("All of it in a few sentences.") String text,
        @Doc("What it comes down to.") Cause cause,
        @Doc("From what was asked down to the cause.") List<ReasonView> chain,

        @Doc("How many links of the chain are left out before its last.")
        int more,

        @Doc("Everything that it waits for directly, or failed of; the first of them.")
        List<ReasonView> because,

        @Doc("How many of those are left out.") int moreBecause,

        @Doc("When the cause is over by itself, where that is known.") @Nullable Instant until,

        @Doc("The limit that is reached.") @Nullable String limit,

        @Doc("The runs or executions that hold the limit; the first of them.")
        List<HolderView> holders,

        @Doc("How many of those are left out.") int moreHolders,

        @Doc("Who is to run before; missing where there is no line.") @Nullable AheadView ahead,

        @Doc("How its parents stand; missing unless it waits for some.") @Nullable JoinView join,

        @Doc("How far a fan-out is.") @Nullable ItemsView items,

        @Doc("What it asks of a worker; missing unless it waits for one.") @Nullable DemandView demand,

        @Doc("The worker that has the run at the end of the chain.") @Nullable ServingWorkerView worker,

        @Doc("Workers that could run it; when none could, those there are.")
        List<ServingWorkerView> workers,

        @Doc("How long that run usually takes.") @Nullable Duration usually,

        @Doc("Further sentences, which are in the text as well.")
        List<String> facts,

        @Doc("What would move it; missing when nothing needs to.") @Nullable String remedy,

        @Doc("What people can do about it.") List<Way> ways) {

    /** The actions that resolve a cause. */
    enum Way {
        RETRY,
        MARK,
        CANCEL,
        APPROVE,
        RELEASE,
        RESUME,
        START_WORKER;

        /** The word as in JSON. */
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
    @Doc("A run or an execution, and why it is where it is.")
    record ReasonView(
            @Doc("What it is called: a step, an item, an execution.")
            String name,

            @Doc("The job or workflow.") String job,
            @Doc("Its status.") String status,
            @Doc("Why it is there.") Cause cause,

            @Doc("What it does, for a sentence that begins with its name.")
            String text,

            @Doc("Since when, where that is known.") @Nullable Instant since,

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

            @Doc("Since when it runs, where that is known.") @Nullable Instant since,

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
    @Doc("Who is to run before.")
    record AheadView(
            @Doc("How many.") int count,

            @Doc("Whether there are more than were counted.")
            boolean orMore,

            @Doc("Since when the first of them waits.") @Nullable Instant since) {}

    /** How parents stand. */
    @Doc("How the parents of a step stand; of many, the first names.")
    record JoinView(
            @Doc("How many must hold.") int needed,
            @Doc("How many there are.") int parents,
            @Doc("Those that hold.") List<String> holding,
            @Doc("Those that still can.") List<String> possible,
            @Doc("Those that cannot any more.") List<String> impossible) {}

    /** How far a fan-out is. */
    @Doc("How far a fan-out is.")
    record ItemsView(
            @Doc("How many items there are.") int total,
            @Doc("How many succeeded.") int succeeded,
            @Doc("How many failed.") int failed,
            @Doc("How many were skipped.") int skipped,
            @Doc("How many run.") int running,
            @Doc("How many wait.") int waiting,

            @Doc("How many may run at a time; missing for any number.") @Nullable Integer atATime) {}

    /** The queue and labels that a run needs. */
    @Doc("What a run asks of a worker.")
    record DemandView(
            @Doc("The queue it must serve.") String queue,
            @Doc("The labels it must have.") Set<String> labels) {}

    /** A worker. */
    @Doc("A worker.")
    record ServingWorkerView(
            @Doc("Its id.") String id,
            @Doc("Its name.") String name,
            @Doc("The queues it serves; empty for all.") Set<String> queues,

            @Doc("The labels it has, with kind.… for each kind it executes.")
            Set<String> labels,

            @Doc("How many runs it has.") int running,
            @Doc("How many it can have.") int capacity,
            @Doc("When it last gave a sign of life.") Instant seen,

            @Doc("Until when its leases last without another.") @Nullable Instant leaseUntil) {

        static ServingWorkerView of(WorkerInfo worker, @Nullable Instant leaseUntil) {
            return new ServingWorkerView(
                    worker.id(),
                    worker.introduction().name(),
                    new TreeSet<>(worker.introduction().queues()),
                    new TreeSet<>(worker.labels()),
                    worker.running().size(),
                    worker.introduction().capacity(),
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
