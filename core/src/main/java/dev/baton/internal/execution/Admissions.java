package dev.baton.internal.execution;

import dev.baton.RunPolicy;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.internal.definition.Node;
import dev.baton.internal.definition.WorkflowDefinition;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes ready runs through their gates before workers may claim them: first the gate of the overlap policy, which a run
 * holds until it has ended; then, for each attempt, the limits of its job and queue. A request for a permit is an
 * effect, and its answer a message ({@link GateAnswers}). Called within the execution's turn.
 */
public final class Admissions {

    private static final long MICROS_PER_PRIORITY = 60_000_000L;
    private static final String OVERLAP = "runs of ";
    private static final String QUEUE = "queue ";

    private Admissions() {}

    // ---- runs

    /** Admits a run that has become ready, unless it was told to stop. */
    static void admit(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (Stops.endIfTold(turn, step)
                || AttemptEnds.endRefused(turn, step)
                || Survival.adopt(turn, step)
                || turn.offers().parkForOthers(step)) {
            return;
        }
        if (execution.isPlain(step)) {
            open(turn, step);
            return;
        }
        Node node = execution.node(step);
        if (node instanceof ExternalNode external) {
            watch(turn, step, external);
            return;
        }
        Store.Gate gate = overlapGate(execution, step);
        if (gate == null) {
            open(turn, step);
        } else {
            enter(turn, step, gate, node.job().policy().overlap().mode(), GateRequest.Again.FIRST);
        }
    }

    /** Admits a run that was ready before a restart, and may have been admitted then. */
    static void admitAgain(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (execution.node(step) instanceof ExternalNode external) {
            watch(turn, step, external);
            return;
        }
        Store.Gate gate = overlapGate(execution, step);
        if (gate == null) {
            open(turn, step);
        } else {
            enter(turn, step, gate, Overlap.Mode.QUEUE, again(execution, step));
        }
    }

    private static GateRequest.Again again(LiveExecution execution, int step) {
        return execution.runs().attempts(step) > 0 ? GateRequest.Again.WAS_IN : GateRequest.Again.WAITED;
    }

    private static void watch(Turn turn, int step, ExternalNode external) {
        turn.move(step, RunState.AWAITING);
        turn.then((handler, byWorker) -> handler.watch(turn.execution(), step, external));
    }

    /** Remembers the gates that a run may have held or waited at before a restart; it leaves them all when it ends. */
    static void recall(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (execution.isPlain(step) || execution.node(step) instanceof ExternalNode) {
            return;
        }
        List<Store.Gate> gates = limits(turn, step);
        Store.Gate overlap = overlapGate(execution, step);
        if (overlap != null) {
            gates.add(overlap);
        }
        if (!gates.isEmpty()) {
            execution.runs().details(step).gatesBefore.addAll(gates);
        }
    }

    /** Returns a run that was between two attempts before a restart to its overlap gate while it waits for the next. */
    static void reenterWhileDelayed(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        Store.Gate gate = overlapGate(execution, step);
        if (gate != null) {
            request(turn, step, gate, Overlap.Mode.QUEUE, again(execution, step));
        }
    }

    /**
     * Lets an attempt start as soon as its execution has a slot for it, and the limits then allow it. In this order: what
     * waits for a slot holds no permit that a workflow inside the holder of the slot may need.
     */
    static void open(Turn turn, int step) {
        if (!turn.offers().takeSlot(step)) {
            return;
        }
        LiveExecution execution = turn.execution();
        if (!execution.isPlain(step)) {
            boolean onlyWaits = Waiting.onlyWaits(execution, step);
            for (Store.Gate gate : limits(turn, step)) {
                if (onlyWaits && isQueue(gate)) {
                    // What it waits for may need the place.
                    continue;
                }
                RunDetails details = execution.runs().details(step);
                if (details.gates.stream().noneMatch(in -> isSame(in, gate))) {
                    enter(turn, step, gate, Overlap.Mode.QUEUE, GateRequest.Again.FIRST);
                    return;
                }
            }
        }
        turn.offers().open(step);
    }

    /** Returns a run whose attempt goes on to the gates that it has passed. */
    static void reenter(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (execution.isPlain(step)) {
            return;
        }
        List<Store.Gate> gates = limits(turn, step);
        Store.Gate overlap = overlapGate(execution, step);
        if (overlap != null) {
            gates.add(overlap);
        }
        for (Store.Gate gate : gates) {
            request(turn, step, gate, Overlap.Mode.QUEUE, GateRequest.Again.WAS_IN);
        }
    }

    private static void enter(Turn turn, int step, Store.Gate gate, Overlap.Mode otherwise, GateRequest.Again again) {
        turn.move(step, RunState.GATED);
        request(turn, step, gate, otherwise, again);
    }

    private static void request(Turn turn, int step, Store.Gate gate, Overlap.Mode otherwise, GateRequest.Again again) {
        LiveExecution execution = turn.execution();
        RunDetails details = execution.runs().details(step);
        details.gatesBefore.removeIf(before -> isSame(before, gate));
        details.gates.removeIf(known -> isSame(known, gate));
        details.gates.add(gate);
        details.waitsAt = gate;
        GateRequest request =
                new GateRequest(new Permit(gate, execution, step), rank(turn, execution, step), otherwise, again);
        turn.then((handler, byWorker) -> handler.enter(request));
    }

    /** Returns the permits of an attempt that is over. */
    static void attemptOver(Turn turn, int step) {
        RunDetails details = turn.execution().runs().detailsOrNull(step);
        if (details != null) {
            leave(turn, step, details, false);
        }
    }

    /** Returns the permits of a run that is over, so that waiting ones can be admitted. */
    static void runOver(Turn turn, int step, RunDetails details) {
        leave(turn, step, details, true);
    }

    private static void leave(Turn turn, int step, RunDetails details, boolean all) {
        leave(turn, step, details.gates, all);
        leave(turn, step, details.gatesBefore, all);
        if (details.waitsAt != null && (all || !isOverlap(details.waitsAt))) {
            details.waitsAt = null;
        }
    }

    private static void leave(Turn turn, int step, List<Store.Gate> known, boolean all) {
        LiveExecution execution = turn.execution();
        for (Store.Gate gate : List.copyOf(known)) {
            if (all || !isOverlap(gate)) {
                known.remove(gate);
                turn.leave(new Permit(current(turn, step, gate), execution, step));
            }
        }
    }

    /** The permits that a run holds or waits for. */
    static void permits(LiveExecution execution, int step, RunDetails details, List<Permit> into) {
        details.gates.forEach(gate -> into.add(new Permit(gate, execution, step)));
    }

    /** The gate with its current limits: a limit that was lifted must not leave any run waiting. */
    private static Store.Gate current(Turn turn, int step, Store.Gate gate) {
        if (isOverlap(gate)) {
            Overlap overlap = policy(turn.execution(), step).overlap();
            return new Store.Gate(gate.name(), overlap.limit(), 0, 0);
        }
        return limits(turn, step).stream()
                .filter(limit -> limit.name().equals(gate.name()))
                .findFirst()
                .orElseGet(() -> new Store.Gate(gate.name(), Integer.MAX_VALUE, 0, 0));
    }

    // ---- executions

    /** Whether a pause keeps an execution from beginning. */
    static boolean isKeptOut(LiveExecution execution) {
        return execution.definition() instanceof WorkflowDefinition
                && execution.definition().isPaused();
    }

    /** Whether the number of active executions of its workflow is limited. */
    public static boolean isLimited(LiveExecution execution) {
        return execution.definition() instanceof WorkflowDefinition
                && !execution.policy().overlap().isUnlimited();
    }

    /** Asks for permission to begin; after a restart, reports that the execution has begun. */
    static void enterExecution(Turn turn, GateRequest.Again again) {
        LiveExecution execution = turn.execution();
        GateRequest request = new GateRequest(
                new Permit(executionGate(execution), execution, Permit.WHOLE),
                execution.cause().created(),
                again == GateRequest.Again.FIRST ? execution.policy().overlap().mode() : Overlap.Mode.QUEUE,
                again);
        turn.then((handler, byWorker) -> handler.enter(request));
    }

    static void executionOver(Turn turn) {
        LiveExecution execution = turn.execution();
        if (isLimited(execution)) {
            turn.leave(new Permit(executionGate(execution), execution, Permit.WHOLE));
        }
    }

    // ---- gates

    /** Where executions of a workflow wait for their turn. */
    public static Store.Gate executionGate(LiveExecution execution) {
        return new Store.Gate(
                "executions of " + execution.definition().name(),
                execution.policy().overlap().limit(),
                0,
                0);
    }

    private static Store.@Nullable Gate overlapGate(LiveExecution execution, int step) {
        Overlap overlap = policy(execution, step).overlap();
        String name = execution.node(step).countsAs();
        return overlap.isUnlimited() ? null : new Store.Gate(OVERLAP + name, overlap.limit(), 0, 0);
    }

    /** Compares by name: the same gate may have another limit by now. */
    static boolean isSame(Store.Gate gate, Store.@Nullable Gate other) {
        return other != null && gate.name().equals(other.name());
    }

    /** Whether a gate is that of an overlap policy. */
    public static boolean isOverlap(Store.Gate gate) {
        return gate.name().startsWith(OVERLAP);
    }

    private static boolean isQueue(Store.Gate gate) {
        return gate.name().startsWith(QUEUE);
    }

    /** The gates of its limits; a run passes that of its queue only when it has work for a worker. */
    private static List<Store.Gate> limits(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        RunPolicy.Demand demand = execution.cause().demand(policy(execution, step));
        List<Store.Gate> limits = new ArrayList<>(2);
        if (!demand.limit().isNone()) {
            limits.add(gate("job " + execution.node(step).countsAs(), demand.limit()));
        }
        Limit queue = turn.around().serving().limit(demand.queue());
        if (!queue.isNone()) {
            limits.add(gate(QUEUE + demand.queue(), queue));
        }
        return limits;
    }

    private static Store.Gate gate(String name, Limit limit) {
        return new Store.Gate(name, limit.concurrency(), limit.rate(), Time.toMicros(limit.per()));
    }

    private static long rank(Turn turn, LiveExecution execution, int step) {
        return turn.now() - execution.cause().priority(policy(execution, step)) * MICROS_PER_PRIORITY;
    }

    private static RunPolicy policy(LiveExecution execution, int step) {
        return execution.node(step).job().policy();
    }
}
