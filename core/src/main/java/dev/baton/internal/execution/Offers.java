package dev.baton.internal.execution;

import dev.baton.graph.IntList;

/**
 * Makes the runs of one execution ready for workers. A run waits in line while the execution has as many active steps
 * as it may, and is parked while the execution is held. Runs of plain steps that become ready in the same turn are
 * offered together, at its end. All methods are called within the {@link Turn}.
 */
final class Offers {

    private final Turn turn;
    private final LiveExecution execution;
    private final IntList plain = new IntList();
    /** The runs that listeners are to be told of. */
    private final IntList scheduled = new IntList();

    /** Whether another node is to execute what becomes ready. */
    private boolean withheld;

    Offers(Turn turn) {
        this.turn = turn;
        this.execution = turn.execution();
    }

    /** Takes a slot of the execution for a run, or puts the run in line. Returns whether the run has a slot. */
    boolean takeSlot(int step) {
        RunState state = execution.states().get(step);
        if (state.isTerminal() || state == RunState.READY) {
            return false;
        }
        Throttle throttle = execution.throttle();
        if (throttle != null && !throttle.enter(step)) {
            turn.move(step, RunState.QUEUED);
            return false;
        }
        return true;
    }

    /** Offers a run that has a slot to workers. */
    void open(int step) {
        if (turn.around().listening()) {
            tellScheduled(step);
        }
        offer(step);
    }

    private void tellScheduled(int step) {
        int attempts = execution.runs().attempts(step);
        if (attempts == 0) {
            scheduled.add(step);
        } else {
            turn.then(RunHappening.scheduled(execution, step, attempts, turn.now()));
        }
    }

    /** Tells listeners of the runs that became ready so far: before anything else that happened to them since. */
    void tellScheduled() {
        if (!scheduled.isEmpty()) {
            turn.then(new RunsScheduled(execution, scheduled.toArray(), turn.now()));
            scheduled.clear();
        }
    }

    /** Frees the slot of a run, and gives it to the next run in line. */
    void freeSlot(int step) {
        Throttle throttle = execution.throttle();
        if (throttle != null) {
            int next = throttle.leave(step, this::isInLine);
            if (next >= 0) {
                Admissions.open(turn, next);
            }
        }
    }

    private boolean isInLine(int step) {
        return !execution.state().isStopping() && execution.states().get(step) == RunState.QUEUED;
    }

    /** Offers nothing from now on: this node changes the execution, and another goes on with it. */
    void withhold() {
        withheld = true;
    }

    boolean isWithheld() {
        return withheld;
    }

    /** Parks a run that another node is to execute, before it asks for any permit. Returns whether it is one. */
    boolean parkForOthers(int step) {
        if (withheld && !execution.states().get(step).isTerminal()) {
            park(step);
        }
        return withheld;
    }

    /** Makes a run ready, or parks it while the execution is held. */
    void offer(int step) {
        if (withheld || execution.state() == ExecutionState.HELD) {
            park(step);
            return;
        }
        turn.move(step, RunState.READY);
        if (execution.isPlain(step)) {
            plain.add(step);
        } else {
            offerAlone(step);
        }
    }

    /** Takes back a ready run that a worker has found: parks it, or offers it again if the hold is over already. */
    void offerAgain(int step) {
        if (execution.states().get(step) == RunState.READY) {
            if (execution.state() == ExecutionState.HELD) {
                park(step);
            } else {
                offerAlone(step);
            }
        }
    }

    /** Offers the parked runs when the hold is over. */
    void unpark() {
        int[] steps = execution.parked().toArray();
        execution.parked().clear();
        for (int step : steps) {
            if (execution.states().get(step) == RunState.PARKED) {
                offer(step);
            }
        }
    }

    /** Offers the plain runs that became ready in this turn. */
    void flush() {
        if (!plain.isEmpty()) {
            turn.then(new ReadyBatch(execution, plain.toArray(), 0, turn.now()));
            plain.clear();
        }
    }

    private void park(int step) {
        turn.move(step, RunState.PARKED);
        execution.parked().add(step);
    }

    private void offerAlone(int step) {
        int priority = execution.cause().priority(execution.node(step).job().policy());
        turn.then(new ReadyBatch(execution, new int[] {step}, priority, turn.now()));
    }
}
