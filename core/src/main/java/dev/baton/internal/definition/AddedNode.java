package dev.baton.internal.definition;

import dev.baton.Extension;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.spi.Codec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step that a body added: the current version of the registered job, under the step's own name. It counts for the
 * job's limits, and respects pauses of the job and of the workflow.
 */
public final class AddedNode implements Node {

    private final Definition owner;
    private final Node registered;
    private final String step;
    private final StepParameters given;
    private final @Nullable Codec codec;
    private volatile Made made;

    /** The job of the step, derived from a registered job that may be replaced. */
    private record Made(Job from, Job job) {}

    /**
     * A step of an execution.
     *
     * @param owner whose execution it is
     * @param registered the job that it runs
     * @param codec reads what it was given; null where everything is in memory
     */
    public AddedNode(Definition owner, Node registered, AddedSteps.Step step, @Nullable Codec codec) {
        this.owner = owner;
        this.registered = registered;
        this.step = step.name();
        this.given = step.given();
        this.codec = codec;
        this.made = make(registered.job());
    }

    private Made make(Job job) {
        return new Made(job, Extension.stepJob(owner.name(), step, job));
    }

    @Override
    public Job job() {
        Made known = made;
        Job now = registered.job();
        if (known.from != now) {
            known = make(now);
            made = known;
        }
        return known.job;
    }

    @Override
    public String countsAs() {
        return registered.job().name();
    }

    @Override
    public Map<String, Object> given() {
        return given.values(codec, registered.loader());
    }

    @Override
    public Submission nested(Submission submission) {
        // What a fan-out runs for its items is registered with the job.
        boolean items = submission.name().equals(Fanout.itemsOf(job().name()));
        return items ? Submission.of(Fanout.itemsOf(countsAs())).parameters(submission.parameters()) : submission;
    }

    @Override
    public boolean isPaused() {
        return registered.isPaused();
    }

    @Override
    public boolean isRemoved() {
        return registered.isRemoved() || (owner instanceof WorkflowDefinition && owner.isRemoved());
    }
}
