package dev.baton.internal.execution;

import dev.baton.RunPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Steps of one execution and one priority that became ready together, with a count of those that were taken. Safe from
 * any thread, without locks.
 */
public final class ReadyBatch extends AtomicInteger implements Effect {

    private static final long serialVersionUID = 1;

    private final transient LiveExecution execution;
    private final int[] steps;
    private final int priority;
    private final long since;

    /**
     * Steps that became ready.
     *
     * @param since when, in microseconds
     */
    public ReadyBatch(LiveExecution execution, int[] steps, int priority, long since) {
        this.execution = execution;
        this.steps = steps;
        this.priority = priority;
        this.since = since;
    }

    @Override
    public void happen(EffectHandler handler, boolean byWorker) {
        handler.offer(this, byWorker);
    }

    /** The execution they belong to. */
    public LiveExecution execution() {
        return execution;
    }

    /** Takes a step; a negative number when none was left. */
    public int take() {
        int place = getAndIncrement();
        return place < steps.length ? steps[place] : -1;
    }

    /** Takes the step at this place; a negative number if another was to be taken next, or none was left. */
    public int take(int place) {
        return place < steps.length && compareAndSet(place, place + 1) ? steps[place] : -1;
    }

    /** How many there were. */
    public int size() {
        return steps.length;
    }

    /** The step at this place. */
    public int step(int place) {
        return steps[place];
    }

    /** The higher goes first. */
    public int priority() {
        return priority;
    }

    /** When they became ready, in microseconds. */
    public long since() {
        return since;
    }

    /** The demand of the step at this place, or of the last one. */
    public RunPolicy.Demand demand(int anyPlace) {
        int place = Math.min(anyPlace, steps.length - 1);
        return execution.cause().demand(execution.node(steps[place]).job().policy());
    }

    /** Whether none is left. */
    public boolean isUsedUp() {
        return get() >= steps.length;
    }
}
