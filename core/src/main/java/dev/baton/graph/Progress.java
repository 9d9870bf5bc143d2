package dev.baton.graph;

import dev.baton.Condition;
import dev.baton.RunStatus;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * One execution's way through a {@link Plan}: which steps wait, which may run, which have ended. Each end of a step is
 * told with {@link #finish}, which answers through {@link Effects} what became ready and what was skipped, at a cost in
 * proportion to the children of what ended. Whether a ready step runs already is not its concern.
 *
 * <p>Pure, and not thread-safe: whoever owns the execution serialises the calls.
 */
public final class Progress {

    private static final int NO_STEP = -1;
    private static final byte BLOCKED = (byte) RunStatus.BLOCKED.ordinal();
    private static final byte READY = (byte) RunStatus.PENDING.ordinal();
    private static final byte SKIPPED = (byte) RunStatus.SKIPPED.ordinal();

    private Plan plan;
    private byte[] status;
    private long[] waits;
    private final BitSet withheld = new BitSet();
    private final int finalStep;
    /** Steps that have not ended, the final step aside. */
    private int remaining;

    /** Nothing has started. */
    public Progress(Plan plan) {
        this.plan = plan;
        this.status = new byte[plan.size()];
        this.waits = plan.waits();
        this.finalStep = plan.finalStep().orElse(NO_STEP);
        this.remaining = plan.size() - (finalStep == NO_STEP ? 0 : 1);
    }

    /**
     * As it was when it was last recorded. {@link #goOn} says what is ready.
     *
     * @param ended the terminal status of each step that has ended; anything else for those that have not
     * @param isWithheld whose end is kept from its children
     */
    public Progress(Plan plan, RunStatus[] ended, IntPredicate isWithheld) {
        this(plan);
        for (int step = 0; step < ended.length; step++) {
            if (ended[step].isTerminal()) {
                end(step, ended[step]);
                withheld.set(step, isWithheld.test(step));
            }
        }
    }

    /** Goes on from what was recorded: what may run becomes ready. Costs time in proportion to the whole graph. */
    public void goOn(Effects effects) {
        decideAnew(effects);
        readyFinalStep(effects);
    }

    /**
     * Goes on with a graph that has more steps at its end, each a child of what has not ended or of another new one. They
     * are decided like all others, when their parents end.
     */
    public void extend(Plan larger) {
        int size = plan.size();
        long[] more = larger.waits();
        System.arraycopy(waits, 0, more, 0, size);
        byte[] all = Arrays.copyOf(status, larger.size());
        // Whoever reads a status without owning the execution has one of the arrays, and whole.
        VarHandle.releaseFence();
        waits = more;
        status = all;
        plan = larger;
        remaining += larger.size() - size;
    }

    /** Starts: the roots become ready. */
    public void start(Effects effects) {
        for (int root : plan.roots()) {
            if (status[root] == BLOCKED) {
                decide(root, effects);
            }
        }
        cascade(effects, 0);
    }

    /** Where a step is; {@code PENDING} stands for ready, running or not. */
    public RunStatus status(int step) {
        return RunStatus.of(status[step]);
    }

    /** Whether every step has ended. An outcome that is withheld from nobody does not keep an execution alive. */
    public boolean ended() {
        return remaining == 0 && (finalStep == NO_STEP || status(finalStep).isTerminal());
    }

    /** How many steps have not ended. */
    public int remaining() {
        return remaining + (finalStep == NO_STEP || status(finalStep).isTerminal() ? 0 : 1);
    }

    /** Whether the end of some step is kept from its children by {@link #withhold}. */
    public boolean isWithholding() {
        return !withheld.isEmpty();
    }

    /** Whether this step's end is kept from its children. */
    public boolean isWithheld(int step) {
        return withheld.get(step);
    }

    /** Ends a ready step and tells its children. */
    public void finish(int step, RunStatus end, Effects effects) {
        int settled = effects.skipped().size();
        end(step, end);
        tellChildren(step, effects);
        cascade(effects, settled);
    }

    /** Ends a ready step and keeps its end from its children, who stay blocked. */
    public void withhold(int step, RunStatus end) {
        end(step, end);
        withheld.set(step);
    }

    /** Ends a step that is blocked or ready without telling its children: they are being ended as well. */
    public void settle(int step, RunStatus end, Effects effects) {
        end(step, end);
        readyFinalStep(effects);
    }

    /** Lets go of what is withheld, without telling anybody. */
    public void forgetWithheld(Effects effects) {
        withheld.clear();
        readyFinalStep(effects);
    }

    /**
     * Opens ended steps again: those that {@code again} names, what was skipped because of them, and the final step.
     * Costs time in proportion to the whole graph.
     *
     * @param again which ended steps are to run again
     * @param becauseOfOthers which skipped steps were skipped on account of others, not on their own
     */
    public void reopen(IntPredicate again, IntPredicate becauseOfOthers, Effects effects) {
        open(again, becauseOfOthers);
        decideAnew(effects);
    }

    /**
     * Ends a step by hand, whether it is blocked, ready, or ended already; what was skipped because of it is looked at
     * again in the light of the new end.
     */
    public void mark(int step, RunStatus end, IntPredicate becauseOfOthers, Effects effects) {
        if (status(step).isTerminal()) {
            open(s -> s == step, becauseOfOthers);
            end(step, end);
            decideAnew(effects);
        } else {
            finish(step, end, effects);
        }
    }

    private void open(IntPredicate again, IntPredicate becauseOfOthers) {
        BitSet opened = new BitSet();
        Plan.Edges parents = plan.parentEdges();
        // Steps are in topological order, so one pass sees every parent before its children.
        for (int step = 0; step < plan.size(); step++) {
            boolean open = status(step).isTerminal() && again.test(step);
            if (!open && status[step] == SKIPPED && becauseOfOthers.test(step)) {
                for (int e = parents.first(step); e < parents.end(step) && !open; e++) {
                    open = opened.get(parents.step()[e]);
                }
            }
            if (open) {
                opened.set(step);
                open(step);
            }
        }
        if (finalStep != NO_STEP && !opened.isEmpty() && status(finalStep).isTerminal()) {
            open(finalStep);
        }
    }

    private void open(int step) {
        status[step] = BLOCKED;
        withheld.clear(step);
        remaining += step == finalStep ? 0 : 1;
    }

    private void decideAnew(Effects effects) {
        for (int step = 0; step < plan.size(); step++) {
            if (status[step] == BLOCKED && step != finalStep) {
                waits[step] = countWait(step);
            }
        }
        int settled = effects.skipped().size();
        for (int step = 0; step < plan.size(); step++) {
            if (status[step] == BLOCKED && step != finalStep) {
                decide(step, effects);
            }
        }
        cascade(effects, settled);
    }

    private long countWait(int step) {
        Plan.Edges parents = plan.parentEdges();
        long wait = Wait.of(parents.count(step), plan.needed(step));
        for (int e = parents.first(step); e < parents.end(step); e++) {
            int parent = parents.step()[e];
            if (status(parent).isTerminal() && !withheld.get(parent)) {
                wait = Wait.parentEnded(wait, Condition.holds(parents.mask()[e], status(parent)));
            }
        }
        return wait;
    }

    private void end(int step, RunStatus end) {
        waits[step] = Wait.DECIDED;
        status[step] = (byte) end.ordinal();
        if (step != finalStep) {
            remaining--;
        }
    }

    /** Tells the children of skipped steps, and theirs, without recursion: the list of skipped steps is the work list. */
    private void cascade(Effects effects, int from) {
        for (int i = from; i < effects.skipped().size(); i++) {
            tellChildren(effects.skipped().get(i), effects);
        }
        readyFinalStep(effects);
    }

    private void tellChildren(int step, Effects effects) {
        RunStatus end = status(step);
        Plan.Edges children = plan.childEdges();
        for (int e = children.first(step); e < children.end(step); e++) {
            int child = children.step()[e];
            long wait = waits[child];
            if (wait != Wait.DECIDED) {
                waits[child] = Wait.parentEnded(wait, Condition.holds(children.mask()[e], end));
                decide(child, effects);
            }
        }
    }

    private void decide(int step, Effects effects) {
        int open = Wait.openParents(waits[step]);
        int missing = Wait.missingEdges(waits[step]);
        // A join over all waits for its last parent even when one edge is broken already: what comes after a skipped
        // step must not start while a parent of that step still runs.
        boolean hopeless = plan.joinsAll(step) ? open == 0 : open < missing;
        if (missing == 0) {
            waits[step] = Wait.DECIDED;
            status[step] = READY;
            effects.ready().add(step);
        } else if (hopeless) {
            end(step, RunStatus.SKIPPED);
            effects.skipped().add(step);
        }
    }

    private void readyFinalStep(Effects effects) {
        boolean othersEnded = remaining == 0 && withheld.isEmpty();
        if (othersEnded && finalStep != NO_STEP && status[finalStep] == BLOCKED) {
            status[finalStep] = READY;
            effects.ready().add(finalStep);
        }
    }

    /** A copy of all statuses, by step. */
    public RunStatus[] statuses() {
        RunStatus[] copy = new RunStatus[status.length];
        Arrays.setAll(copy, step -> RunStatus.of(status[step]));
        return copy;
    }
}
