package dev.baton;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A step of a workflow that is being defined, and afterwards the key to its output: {@code context.output(extract)}. As a
 * parent it asks for success; {@link #failed()}, {@link #skipped()}, {@link #completed()} and {@link #on} ask for
 * something else.
 *
 * @param <T> the type of its output
 */
public final class Step<T extends @Nullable Object> implements Parent, Configured<Step<T>>, Timed<Step<T>> {

    private final WorkflowBuilder workflow;
    private final String name;
    private final Body<T> body;
    private final List<Parent> parents = new ArrayList<>();
    private Join join = Join.all();
    private RunPolicy policy = RunPolicy.DEFAULT;
    private Timing timing = Timing.TRIGGERED;

    Step(WorkflowBuilder workflow, String name, Body<T> body) {
        this.workflow = workflow;
        this.name = name;
        this.body = body;
    }

    /** Its name inside the workflow. */
    @Override
    public String name() {
        return name;
    }

    /** Its name with the workflow's: {@code etl/load}. */
    public String fullName() {
        return workflow.name() + "/" + name;
    }

    @Override
    public int mask() {
        return Condition.SUCCESS.mask();
    }

    /** Runs after these have ended as asked. Called again, it adds to what was there. */
    public Step<T> after(Parent... more) {
        workflow.checkOpen();
        parents.addAll(List.of(more));
        return this;
    }

    /** Runs after the step of this name has ended under one of these conditions; without any, after its success. */
    public Step<T> after(String parent, Condition... conditions) {
        return after(new Edge(parent, Condition.mask(conditions)));
    }

    /** Runs after this step has ended under one of these conditions. */
    public Step<T> after(Step<?> parent, Condition first, Condition... more) {
        return after(parent.on(first, more));
    }

    /** Says how many of the parents must have ended as asked. */
    public Step<T> join(Join newJoin) {
        workflow.checkOpen();
        join = newJoin;
        return this;
    }

    @Override
    public Step<T> policy(UnaryOperator<RunPolicy> change) {
        workflow.checkOpen();
        policy = change.apply(policy);
        return this;
    }

    /** Sets the workflow's timing: a schedule on the single root is the workflow's. */
    @Override
    public Step<T> timing(UnaryOperator<Timing> change) {
        workflow.checkOpen();
        timing = change.apply(timing);
        return this;
    }

    /** As a parent: once it has failed, timed out or been cancelled. */
    public Parent failed() {
        return on(Condition.FAILURE);
    }

    /** As a parent: once it has been skipped. */
    public Parent skipped() {
        return on(Condition.SKIPPED);
    }

    /** As a parent: once it has ended, however it did. */
    public Parent completed() {
        return on(Condition.COMPLETE);
    }

    /** As a parent: once it has ended under one of these conditions. */
    public Parent on(Condition first, Condition... more) {
        return new Edge(name, first.mask() | (more.length == 0 ? 0 : Condition.mask(more)));
    }

    List<Parent> parents() {
        return parents;
    }

    Timing timing() {
        return timing;
    }

    Join join() {
        return join;
    }

    boolean mayFail() {
        return policy.allowFailure();
    }

    Job toJob() {
        return new Job(fullName(), body, Timing.TRIGGERED, policy, join, Set.of());
    }

    @Override
    public String toString() {
        return "step " + name;
    }
}
