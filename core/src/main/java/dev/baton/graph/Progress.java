package dev.baton.graph;

import dev.baton.Condition;
import dev.baton.RunStatus;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The state of one execution of a {@link Plan}: which steps wait, which may run, which have ended. The caller reports
 * the end of a step with {@link #finish}, which lists in {@link Effects} the steps that became ready and those that
 * were skipped, in time linear in the children of the ended steps. It does not track whether a ready step is already
 * running.
 *
 * <p>Pure, and not thread-safe: the owner of the execution serialises the calls.
 *
 * <pre>{@code
 * Progress progress = new Progress(plan);
 * Effects effects = new Effects();
 * progress.start(effects);
 * int first = effects.ready().get(0);
 * progress.finish(first, RunStatus.SUCCESS, effects);
 * }</pre>
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
    /** The number of steps that have not ended, except the final step. */
    private int remaining;

    /** The state before the first step has started. */
    public Progress(Plan plan) {
        this.plan = plan;
        this.status = new byte[plan.size()];
        this.waits = plan.waits();
        this.finalStep = plan.finalStep().orElse(NO_STEP);
        this.remaining = plan.size() - (finalStep == NO_STEP ? 0 : 1);
    }

    /**
     * The state that was last recorded. Call {@link #resume} next, which lists the ready steps.
     *
     * @param recorded the last known status of each step; {@code BLOCKED} if none is known
     * @param isWithheld whether the end of a step is withheld from its children
     */
    public Progress(Plan plan, RunStatus[] recorded, IntPredicate isWithheld) {
        this(plan);
        for (int step = 0; step < recorded.length; step++) {
            if (recorded[step].isTerminal()) {
                end(step, recorded[step]);
                withheld.set(step, isWithheld.test(step));
            } else if (recorded[step] != RunStatus.BLOCKED) {
                // It stays ready although a parent may have been marked or reopened since.
                ready(step);
            }
        }
    }

    /** Resumes from a recorded state: lists all ready steps. Takes time linear in the whole graph. */
    public void resume(Effects effects) {
        for (int step = 0; step < plan.size(); step++) {
            if (status[step] == READY) {
                effects.ready().add(step);
            }
        }
        goOn(effects);
    }

    /** Lists the steps that become ready because of the ends so far. Takes time linear in the whole graph. */
    public void goOn(Effects effects) {
        decideAnew(effects);
        readyFinalStep(effects);
    }

    /**
     * Continues with a graph that has more steps at its end. Each new step is a child of a step that has not ended or
     * of another new step, and is decided like any other when its parents end.
     */
    public void extend(Plan larger) {
        int size = plan.size();
        long[] more = larger.waits();
        System.arraycopy(waits, 0, more, 0, size);
        byte[] all = Arrays.copyOf(status, larger.size());
        // Threads that read a status without owning the execution see one of the two arrays, fully written.
        VarHandle.releaseFence();
        waits = more;
        status = all;
        plan = larger;
        remaining += larger.size() - size;
    }

    /** Starts the execution: the roots become ready. */
    public void start(Effects effects) {
        for (int root : plan.roots()) {
            if (status[root] == BLOCKED) {
                decide(root, effects);
            }
        }
        cascade(effects, 0);
    }

    /** The status of a step; {@code PENDING} means ready, whether it runs or not. */
    public RunStatus status(int step) {
        return RunStatus.of(status[step]);
    }

    /** Whether every step has ended. A withheld end that no step waits for does not keep the execution active. */
    public boolean ended() {
        return remaining == 0 && (finalStep == NO_STEP || status(finalStep).isTerminal());
    }

    /** The number of steps that have not ended. */
    public int remaining() {
        return remaining + (finalStep == NO_STEP || status(finalStep).isTerminal() ? 0 : 1);
    }

    /** Whether {@link #withhold} keeps the end of any step from its children. */
    public boolean isWithholding() {
        return !withheld.isEmpty();
    }

    /** Whether the end of this step is withheld from its children. */
    public boolean isWithheld(int step) {
        return withheld.get(step);
    }

    /** Ends a ready step and resolves the edges to its children. */
    public void finish(int step, RunStatus end, Effects effects) {
        int settled = effects.skipped().size();
        end(step, end);
        tellChildren(step, effects);
        cascade(effects, settled);
    }

    /** Ends a ready step but withholds its end from its children, which stay blocked. */
    public void withhold(int step, RunStatus end) {
        end(step, end);
        withheld.set(step);
    }

    /**
     * Ends a blocked or ready step without resolving the edges to its children, because the caller ends those as well.
     */
    public void settle(int step, RunStatus end, Effects effects) {
        end(step, end);
        readyFinalStep(effects);
    }

    /** Ends a step before the execution starts: whatever follows from it, the final step included, waits for the start. */
    public void settleBeforeStart(int step, RunStatus end) {
        end(step, end);
    }

    /** Drops all withheld ends without resolving their edges. */
    public void forgetWithheld(Effects effects) {
        withheld.clear();
        readyFinalStep(effects);
    }

    /**
     * Reopens ended steps: those that {@code again} accepts, the steps skipped because of them, and the final step.
     * Takes time linear in the whole graph.
     *
     * @param again which ended steps are to run again
     * @param becauseOfOthers which skipped steps were skipped because of their parents, rather than on their own
     *     account
     */
    public void reopen(IntPredicate again, IntPredicate becauseOfOthers, Effects effects) {
        open(again, becauseOfOthers);
        decideAnew(effects);
    }

    /**
     * Ends a step by hand, whether it is blocked, ready or already ended, and re-evaluates the steps that were skipped
     * because of it.
     *
     * @param again which other ended steps are to run again, if the step had ended
     * @param becauseOfOthers which skipped steps were skipped because of their parents, rather than on their own
     *     account
     */
    public void mark(int step, RunStatus end, IntPredicate again, IntPredicate becauseOfOthers, Effects effects) {
        if (status(step).isTerminal()) {
            open(s -> s == step || again.test(s), becauseOfOthers);
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

    private void ready(int step) {
        waits[step] = Wait.DECIDED;
        status[step] = READY;
    }

    private void end(int step, RunStatus end) {
        waits[step] = Wait.DECIDED;
        status[step] = (byte) end.ordinal();
        if (step != finalStep) {
            remaining--;
        }
    }

    /**
     * Resolves the edges to the children of skipped steps, and to theirs, without recursion: the list of skipped steps
     * is the work list.
     */
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
        // A join over all waits for its last parent even when one edge is broken already: a step downstream of a
        // skipped step must not start while a parent of that step still runs.
        boolean hopeless = plan.joinsAll(step) ? open == 0 : open < missing;
        if (missing == 0) {
            ready(step);
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
