package dev.baton.engine;

import dev.baton.RunPolicy;
import dev.baton.RunStatus;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes ready runs through the gates they have to pass before workers may have them: first the one that its overlap
 * policy is about, which it holds until it has ended; then, for each attempt, the limits of its job and of its queue.
 * Called within the execution's turn.
 */
final class Admissions {

    private static final long MICROS_PER_PRIORITY = 60_000_000L;
    private static final String OVERLAP = "runs of ";

    private Admissions() {}

    // ---- runs

    /** A run has become ready. */
    static void admit(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (execution.nodes[step] instanceof ExternalNode external) {
            turn.machinery().externals().watch(execution, step, external);
            return;
        }
        Store.Gate gate = execution.isPlain(step) ? null : overlapGate(execution, step);
        if (gate != null) {
            Overlap.Mode otherwise = policy(execution, step).overlap().mode();
            switch (enter(turn, step, gate, otherwise)) {
                case ADMITTED -> {}
                case WAITS -> {
                    return;
                }
                case REFUSED -> {
                    refused(turn, step, gate);
                    return;
                }
            }
        }
        open(turn, step);
    }

    /** A run was ready before a restart, and may have been let in. */
    static void admitAgain(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (execution.nodes[step] instanceof ExternalNode external) {
            turn.machinery().externals().watch(execution, step, external);
        } else if (reenter(turn, step)) {
            open(turn, step);
        }
    }

    /** A run may have been in, or at, some of its gates before a restart; it leaves them all when it ends. */
    static void recall(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (execution.isPlain(step) || execution.nodes[step] instanceof ExternalNode) {
            return;
        }
        List<Store.Gate> gates = limits(turn, step);
        Store.Gate overlap = overlapGate(execution, step);
        if (overlap != null) {
            gates.add(overlap);
        }
        if (!gates.isEmpty()) {
            execution.note(step).gatesBefore.addAll(gates);
        }
    }

    /** A run was between two attempts before a restart. */
    static boolean reenter(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        Store.Gate gate = overlapGate(execution, step);
        if (gate == null) {
            return true;
        }
        Notes notes = execution.note(step);
        notes.gates.removeIf(known -> isSame(known, gate));
        note(notes, gate);
        boolean in = gates(turn)
                .reenter(
                        gate,
                        new Gates.Ticket(execution, step),
                        rank(turn, execution, step),
                        execution.attempts[step] > 0);
        notes.waitsAt = in ? null : gate;
        return in;
    }

    /** An attempt may start as soon as the limits allow it. */
    static void open(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (!execution.isPlain(step)) {
            for (Store.Gate gate : limits(turn, step)) {
                Notes notes = execution.note(step);
                if (notes.gates.stream().noneMatch(in -> isSame(in, gate))
                        && enter(turn, step, gate, Overlap.Mode.QUEUE) != Gates.Entry.ADMITTED) {
                    return;
                }
            }
        }
        turn.open(step);
    }

    private static Gates.Entry enter(Turn turn, int step, Store.Gate gate, Overlap.Mode otherwise) {
        LiveExecution execution = turn.execution();
        Gates.Entry entry =
                gates(turn).enter(gate, new Gates.Ticket(execution, step), rank(turn, execution, step), otherwise);
        if (entry != Gates.Entry.REFUSED) {
            Notes notes = execution.note(step);
            note(notes, gate);
            notes.waitsAt = entry == Gates.Entry.WAITS ? gate : null;
        }
        return entry;
    }

    private static void note(Notes notes, Store.Gate gate) {
        notes.gatesBefore.removeIf(before -> isSame(before, gate));
        notes.gates.add(gate);
    }

    /** A run that waited at a gate was let in. */
    static void admitted(Turn turn, int step, Store.Gate gate) {
        Notes notes = turn.execution().notes(step);
        if (notes != null && isSame(gate, notes.waitsAt)) {
            notes.waitsAt = null;
            if (notes.notBefore == 0) {
                open(turn, step);
            }
        }
    }

    /** A run is not let in, and is not to wait. */
    static void refused(Turn turn, int step, Store.Gate gate) {
        LiveExecution execution = turn.execution();
        if (execution.progress.status(step) == RunStatus.PENDING) {
            Notes notes = execution.notes(step);
            if (notes != null) {
                notes.gates.removeIf(in -> isSame(in, gate));
                notes.waitsAt = null;
            }
            turn.end(step, RunStatus.SKIPPED, Why.OVERLAP, null);
        }
    }

    /** An attempt is over: it counts for the limits no longer. */
    static void attemptOver(Turn turn, int step) {
        leave(turn, step, false);
    }

    /** A run is over: whoever waits for it to be can come in. */
    static void runOver(Turn turn, int step) {
        leave(turn, step, true);
    }

    private static void leave(Turn turn, int step, boolean all) {
        LiveExecution execution = turn.execution();
        Notes notes = execution.notes(step);
        if (notes == null) {
            return;
        }
        leave(turn, step, notes.gates, all);
        leave(turn, step, notes.gatesBefore, all);
        if (notes.waitsAt != null && (all || !isOverlap(notes.waitsAt))) {
            notes.waitsAt = null;
        }
    }

    private static void leave(Turn turn, int step, List<Store.Gate> known, boolean all) {
        LiveExecution execution = turn.execution();
        for (Store.Gate gate : List.copyOf(known)) {
            if (all || !isOverlap(gate)) {
                known.remove(gate);
                gates(turn).leave(current(execution, step, gate), new Gates.Ticket(execution, step));
            }
        }
    }

    /** The gate as its policy is now: a limit that was lifted must not leave anybody waiting. */
    private static Store.Gate current(LiveExecution execution, int step, Store.Gate gate) {
        if (!isOverlap(gate)) {
            return gate;
        }
        Overlap overlap = policy(execution, step).overlap();
        return new Store.Gate(gate.name(), overlap.limit(), 0, 0);
    }

    // ---- executions

    /** Asks whether an execution may begin. */
    static Gates.Entry enter(Gates gates, LiveExecution execution) {
        return gates.enter(
                executionGate(execution),
                Gates.Ticket.of(execution),
                execution.cause.created(),
                execution.policy.overlap().mode());
    }

    /** An execution had begun before a restart. */
    static void reenter(Gates gates, LiveExecution execution) {
        if (isLimited(execution)) {
            gates.reenter(executionGate(execution), Gates.Ticket.of(execution), execution.cause.created(), true);
        }
    }

    static boolean isLimited(LiveExecution execution) {
        return !execution.policy.overlap().isUnlimited();
    }

    static void executionOver(Turn turn) {
        LiveExecution execution = turn.execution();
        if (isLimited(execution)) {
            gates(turn).leave(executionGate(execution), Gates.Ticket.of(execution));
        }
    }

    // ---- gates

    private static Store.Gate executionGate(LiveExecution execution) {
        return new Store.Gate(
                "executions of " + execution.definition.name(),
                execution.policy.overlap().limit(),
                0,
                0);
    }

    private static Store.@Nullable Gate overlapGate(LiveExecution execution, int step) {
        Overlap overlap = policy(execution, step).overlap();
        String name = execution.nodes[step].countsAs();
        return overlap.isUnlimited() ? null : new Store.Gate(OVERLAP + name, overlap.limit(), 0, 0);
    }

    /** By name: what is the same gate may have another limit by now. */
    private static boolean isSame(Store.Gate gate, Store.@Nullable Gate other) {
        return other != null && gate.name().equals(other.name());
    }

    private static boolean isOverlap(Store.Gate gate) {
        return gate.name().startsWith(OVERLAP);
    }

    private static List<Store.Gate> limits(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        RunPolicy.Demand demand = policy(execution, step).demand();
        List<Store.Gate> limits = new ArrayList<>(2);
        if (!demand.limit().isNone()) {
            limits.add(gate("job " + execution.nodes[step].countsAs(), demand.limit()));
        }
        Limit queue = turn.machinery().serving().limit(demand.queue());
        if (!queue.isNone()) {
            limits.add(gate("queue " + demand.queue(), queue));
        }
        return limits;
    }

    private static Store.Gate gate(String name, Limit limit) {
        return new Store.Gate(name, limit.concurrency(), limit.rate(), Time.toMicros(limit.per()));
    }

    /** In words, why a run waits at a gate. */
    static String reason(Store.Gate gate) {
        if (isOverlap(gate)) {
            return Why.OVERLAP.words() + "";
        }
        String most = gate.limit() == Integer.MAX_VALUE ? "" : gate.limit() + " at a time";
        String rate = gate.rate() == 0 ? "" : gate.rate() + " in " + gate.per() / 1_000_000.0 + " s";
        return "waits for its turn: " + gate.name() + " is limited to " + most
                + (most.isEmpty() || rate.isEmpty() ? "" : " and ") + rate;
    }

    private static long rank(Turn turn, LiveExecution execution, int step) {
        return turn.now() - policy(execution, step).priority() * MICROS_PER_PRIORITY;
    }

    private static RunPolicy policy(LiveExecution execution, int step) {
        return execution.nodes[step].job().policy();
    }

    private static Gates gates(Turn turn) {
        return turn.machinery().gates();
    }
}
