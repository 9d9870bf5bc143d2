package dev.baton.internal;

import dev.baton.Explanation;
import dev.baton.Explanation.Ahead;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Evidence;
import dev.baton.Explanation.Holder;
import dev.baton.Explanation.Holders;
import dev.baton.Explanation.Place;
import dev.baton.Explanation.Reason;
import dev.baton.Explanation.Reasons;
import dev.baton.RunPolicy;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.FanoutDefinition;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.definition.Serving;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import dev.baton.internal.run.ReadyLine;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.internal.view.ExecutionExplainer;
import dev.baton.internal.view.Explainer;
import dev.baton.internal.view.GateWords;
import dev.baton.internal.view.ItemCounts;
import dev.baton.internal.view.Lead;
import dev.baton.internal.view.Look;
import dev.baton.internal.view.Places;
import dev.baton.spi.GateState;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says why runs and executions are where they are. Each execution is asked in its own turn, one after the other; the
 * gates and the runs that are ready are looked at in between. Safe from any thread.
 */
final class Explanations {

    private static final int LONGEST_CHAIN = 50;
    private static final int MOST_HOLDERS = 20;

    /** Executions in executions, and after executions, up to here. */
    private static final int MOST_EXECUTIONS = 20;

    private static final int MOST_READ = 10_000;

    private final ExecutionOwner owner;
    private final ReadyRuns ready;
    private final Time time;

    Explanations(ExecutionOwner owner, ReadyRuns ready) {
        this.owner = owner;
        this.ready = ready;
        this.time = ready.services().time();
    }

    /** Explains an execution. */
    Explanation execution(LiveExecution execution) {
        return follow(look(execution, Permit.WHOLE));
    }

    /** Explains a run. */
    Explanation run(LiveExecution execution, int step) {
        return follow(look(execution, step));
    }

    private Look look(LiveExecution execution, int step) {
        long now = time.micros();
        return execution.ask(
                turn -> step == Permit.WHOLE ? ExecutionExplainer.of(execution, now) : Explainer.run(execution, step));
    }

    private Explanation follow(Look first) {
        Look look = first;
        for (int executions = 0; look.lead() != null; executions++) {
            Explanation told = look.explanation();
            Lead lead = executions < MOST_EXECUTIONS ? look.lead() : null;
            if (lead instanceof Lead.Nested nested) {
                look = nested(told, whole(owner.withKey(Keys.within(nested.parent()))));
            } else if (lead instanceof Lead.Outside outside) {
                look = outside(told, whole(owner.archive().findBriefly(outside.execution())), outside.step());
            } else if (lead instanceof Lead.AtGate atGate) {
                return atGate(told, atGate.permit());
            } else if (lead instanceof Lead.Ready waiting) {
                return ready(told, waiting);
            } else {
                return told;
            }
        }
        return look.explanation();
    }

    // ---- other executions

    /** One that is not advanced here has to be read; a large one is not, for the sake of an answer. */
    private @Nullable LiveExecution whole(@Nullable LiveExecution found) {
        if (found == null || !found.isGone()) {
            return found;
        }
        return found.plan().size() > MOST_READ ? null : owner.archive().find(found.id());
    }

    private Look nested(Explanation told, @Nullable LiveExecution nested) {
        if (nested == null) {
            return new Look(told, null);
        }
        Look inside = look(nested, Permit.WHOLE);
        Reason parent = told.root();
        if (nested.definition() instanceof FanoutDefinition) {
            Explanation.Items items = nested.ask(turn -> ItemCounts.of(nested));
            Explanation counted = told.withRoot(parent.with(Cause.FANOUT, ItemCounts.words(items)))
                    .withEvidence(told.evidence().withItems(items));
            List<Reason> links = inside.explanation().chain().shown();
            return joined(counted, inside, links.subList(1, links.size()));
        }
        String name = Places.execution(nested).name();
        return joined(
                told.withRoot(parent.with(Cause.SUB_WORKFLOW, "waits for " + name)),
                inside,
                inside.explanation().chain().shown());
    }

    /** A placeholder for a run outside is explained as that run. */
    private Look outside(Explanation told, @Nullable LiveExecution other, int step) {
        if (other == null) {
            return new Look(told, null);
        }
        Look there = look(other, step);
        List<Reason> links = there.explanation().chain().shown();
        Reason target = links.get(0);
        Reason known = told.root();
        String what = step == Permit.WHOLE ? "is an execution of " : "is a run of ";
        Reason merged = new Reason(
                new Place(
                        known.place().name(),
                        target.place().job(),
                        target.place().execution(),
                        target.place().run()),
                target.status(),
                target.cause(),
                what + target.place().job() + " and " + target.text(),
                target.since());
        return joined(told.withRoot(merged), there, links.subList(1, links.size()));
    }

    private static Look joined(Explanation told, Look next, List<Reason> links) {
        Explanation more = next.explanation();
        List<Reason> chain = new ArrayList<>(told.chain().shown());
        chain.addAll(links);
        int left = told.chain().more() + more.chain().more();
        if (chain.size() > LONGEST_CHAIN) {
            left += chain.size() - LONGEST_CHAIN;
            Reason root = chain.get(chain.size() - 1);
            chain = new ArrayList<>(chain.subList(0, LONGEST_CHAIN - 1));
            chain.add(root);
        }
        List<String> facts = new ArrayList<>(told.facts());
        facts.addAll(more.facts());
        Evidence evidence = more.evidence();
        evidence = evidence.join() == null ? evidence.withJoin(told.evidence().join()) : evidence;
        evidence = evidence.items() == null ? evidence.withItems(told.evidence().items()) : evidence;
        Reasons because = told.because().shown().isEmpty() ? more.because() : told.because();
        return new Look(
                new Explanation(new Reasons(chain, left), because, evidence, facts, more.remedy()), next.lead());
    }

    // ---- limits

    private Explanation atGate(Explanation told, Permit permit) {
        Store.Gate gate = permit.gate();
        GateState gateState = owner.gates().look(permit, MOST_HOLDERS);
        List<Holder> holders = new ArrayList<>();
        gateState.in().forEach(in -> holders.add(holder(in)));
        Ahead ahead = new Ahead(gateState.ahead(), gateState.orMore(), since(gateState.first()));
        boolean isRate = gateState.next() > time.micros() && gateState.in().size() + gateState.moreIn() < gate.limit();
        Evidence evidence = told.evidence()
                .withLimit(gate.name(), new Holders(holders, gateState.moreIn()))
                .withAhead(ahead)
                .withUntil(isRate ? Time.toInstant(gateState.next()) : null);
        GateWords words = new GateWords(gate, evidence, isRate);
        return told.withRoot(told.root().with(words.cause(), words.text()))
                .withEvidence(evidence)
                .withRemedy(words.remedy());
    }

    private Holder holder(Store.AtGate in) {
        LiveExecution execution = find(in);
        if (execution == null) {
            String name = Permit.name(in.execution(), in.step());
            return new Holder(new Place(name, name, in.execution(), null), "running", null);
        }
        Place place = Places.of(execution, in.step());
        if (in.step() == Permit.WHOLE) {
            return new Holder(
                    place,
                    execution.status().toString(),
                    Time.toInstant(execution.cause().created()));
        }
        boolean here = !execution.isGone();
        Reason reason = here ? execution.ask(turn -> Explainer.reason(execution, in.step())) : null;
        return new Holder(place, reason == null ? "running" : reason.status(), reason == null ? null : reason.since());
    }

    /** The execution of a request, without its runs unless the request is by a step that a body has added. */
    private @Nullable LiveExecution find(Store.AtGate at) {
        LiveExecution brief = owner.archive().findBriefly(at.execution());
        boolean isAdded = brief != null && at.step() >= brief.plan().size();
        LiveExecution found = isAdded ? owner.archive().find(at.execution()) : brief;
        return found != null && at.step() >= found.plan().size() ? null : found;
    }

    /** A rank is the time of asking, and a minute earlier for each step of priority. */
    private @Nullable Instant since(Store.@Nullable AtGate first) {
        LiveExecution execution = first == null ? null : find(first);
        if (first == null || execution == null) {
            return null;
        }
        int priority = first.step() == Permit.WHOLE
                ? 0
                : execution.cause().priority(execution.node(first.step()).job().policy());
        return Time.toInstant(first.rank() + priority * 60_000_000L);
    }

    // ---- workers

    private Explanation ready(Explanation known, Lead.Ready waiting) {
        RunPolicy.Demand demand = waiting.demand();
        Explanation told = known.withEvidence(known.evidence().withDemand(demand));
        Reason root = told.root();
        if (!ready.serves(demand)) {
            return told.withRoot(root.with(Cause.NO_WORKER, root.text() + ", and this node serves " + serving()))
                    .withRemedy("Start a node that does.");
        }
        if (waiting.execution().isGone()) {
            return told.withRoot(root.with(Cause.WORKERS_BUSY, root.text() + ", on the node that has its execution"));
        }
        if (!ready.isAccepting()) {
            return told.withRoot(root.with(Cause.NOT_STARTED, "is ready, but the scheduler does not run"))
                    .withRemedy("Start the scheduler.");
        }
        ReadyLine.Place place = ready.line().place(waiting.execution(), waiting.step());
        Ahead ahead = new Ahead(
                place.ahead(), place.orMore(), place.sinceMicros() == 0 ? null : Time.toInstant(place.sinceMicros()));
        return told.withRoot(root.with(Cause.WORKERS_BUSY, root.text() + GateWords.ahead(ahead)))
                .withEvidence(told.evidence().withAhead(ahead));
    }

    private String serving() {
        Serving serving = ready.serving();
        String queues = serving.queues().isEmpty()
                ? "all queues"
                : "queue "
                        + String.join(", ", serving.queues().stream().sorted().toList());
        String labels = serving.labels().isEmpty()
                ? "no label"
                : String.join(", ", serving.labels().stream().sorted().toList());
        return queues + " with " + labels;
    }
}
