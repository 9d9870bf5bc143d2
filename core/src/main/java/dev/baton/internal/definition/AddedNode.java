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
 * job's limits and is skipped while the job is paused.
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
     * A step that a body added to an execution.
     *
     * @param owner the job or workflow that the execution is of
     * @param registered the job that it runs
     * @param codec decodes the step's parameters; null if the engine has no store
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
        // The items of a fan-out are registered under the name of the job, not of the step.
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
