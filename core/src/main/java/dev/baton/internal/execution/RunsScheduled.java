package dev.baton.internal.execution;

import dev.baton.Listener;

/** Runs that became ready in one turn, for listeners. */
final class RunsScheduled implements Effect, Happening {

    private final LiveExecution execution;
    private final int[] steps;
    private final long at;

    /** Runs of these steps, none of which has made an attempt. */
    RunsScheduled(LiveExecution execution, int[] steps, long at) {
        this.execution = execution;
        this.steps = steps;
        this.at = at;
    }

    @Override
    public void happen(EffectHandler handler, boolean byWorker) {
        handler.tell(this);
    }

    @Override
    public int events() {
        return steps.length;
    }

    @Override
    public void tell(Listener listener, int event) {
        listener.runScheduled(RunHappening.scheduled(execution, steps[event], 0, at));
    }
}
