package dev.baton.internal.definition;

import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.JobStep;
import dev.baton.Submission;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A step of a workflow that is a registered job: the job as it is now, under the step's own name. It counts for the job's
 * limits, and stops for the job's pause as well as the step's. Safe from any thread.
 */
final class JobStepNode implements Node {

    private final Job step;
    private final Supplier<Node> registered;
    private final BooleanSupplier paused;
    private final BooleanSupplier removed;
    private volatile Made made;

    /** A job, and the job of the step that was built from it; the first may be replaced. */
    private record Made(Job from, Job job) {}

    /**
     * A step.
     *
     * @param step what the step says itself
     * @param registered the job that it runs, as it is registered now
     * @param paused whether the step itself is paused
     * @param removed whether its workflow is registered no more
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
        // What a fan-out runs for its items is registered with the job.
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
