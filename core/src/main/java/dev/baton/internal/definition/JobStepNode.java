package dev.baton.internal.definition;

import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.JobStep;
import dev.baton.Submission;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A step of a workflow that is a registered job: the current version of the job, under the step's own name. It counts
 * for the job's limits, and is skipped while the job or the step is paused. Safe from any thread.
 */
final class JobStepNode implements Node {

    private final Job step;
    private final Supplier<Node> registered;
    private final BooleanSupplier paused;
    private final BooleanSupplier removed;
    private volatile Made made;

    /** The job of the step, derived from a registered job that may be replaced. */
    private record Made(Job from, Job job) {}

    /**
     * A step.
     *
     * @param step the step's own settings
     * @param registered the current version of the job that it runs
     * @param paused whether the step itself is paused
     * @param removed whether its workflow is no longer registered
     */
    JobStepNode(Job step, Supplier<Node> registered, BooleanSupplier paused, BooleanSupplier removed) {
        this.step = step;
        this.registered = registered;
        this.paused = paused;
        this.removed = removed;
        this.made = make(registered.get().job());
    }

    private Made make(Job job) {
        return new Made(job, JobStep.stepJob(step, job));
    }

    @Override
    public Job job() {
        Made known = made;
        Node now = registered.get();
        if (known.from != now.job() && !now.isRemoved()) {
            known = make(now.job());
            made = known;
        }
        return known.job;
    }

    @Override
    public String countsAs() {
        return ((JobStep) step.body()).job();
    }

    @Override
    public Submission nested(Submission submission) {
        // The items of a fan-out are registered under the name of the job, not of the step.
        boolean items = submission.name().equals(Fanout.itemsOf(step.name()));
        return items ? Submission.of(Fanout.itemsOf(countsAs())).parameters(submission.parameters()) : submission;
    }

    @Override
    public boolean isPaused() {
        return paused.getAsBoolean() || registered.get().isPaused();
    }

    @Override
    public boolean isRemoved() {
        return removed.getAsBoolean() || registered.get().isRemoved();
    }
}
