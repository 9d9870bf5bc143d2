package dev.baton;

import dev.baton.error.InvalidStepException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A step of a workflow that is being defined, and afterwards the key to its output: {@code context.output(extract)}. As
 * a parent, a step stands for its success, which {@link #succeeded()} spells out; {@link #failed()}, {@link
 * #skipped()}, {@link #completed()} and {@link #on} stand for other ends.
 *
 * <pre>{@code
 * Workflow.define("etl", w -> {
 *     Step<Integer> extract = w.call("extract", context -> rows());
 *     w.run("load", context -> load(context.output(extract))).after(extract);
 *     w.run("alert", context -> alert()).after(extract.failed());
 * });
 * }</pre>
 *
 * @param <T> the type of the step's output
 */
public final class Step<T extends @Nullable Object> implements Parent, Configured<Step<T>>, Timed<Step<T>> {

    /** As the name of a parent: every other step. */
    public static final String ANY = "*";

    private final WorkflowBuilder workflow;
    private final String name;
    private final Body<T> body;
    private final List<Parent> parents = new ArrayList<>();
    private @Nullable Join join;
    private RunPolicy policy = RunPolicy.DEFAULT;
    private Timing timing = Timing.TRIGGERED;

    Step(WorkflowBuilder workflow, String name, Body<T> body) {
        this.workflow = workflow;
        this.name = name;
        this.body = body;
    }

    /** The step's name inside the workflow. */
    @Override
    public String name() {
        return name;
    }

    /** The step's name with the workflow's: {@code etl/load}. */
    public String fullName() {
        return workflow.name() + "/" + name;
    }

    @Override
    public int mask() {
        return Condition.SUCCESS.mask();
    }

    /** Runs the step after these parents. Repeated calls add parents. */
    public Step<T> after(Parent... more) {
        workflow.checkOpen();
        for (Parent parent : more) {
            if (parent == null) {
                throw new InvalidStepException(workflow.name(), name, "has a parent that is null.");
            }
            parents.add(parent);
        }
        return this;
    }

    /**
     * Runs the step after a parent has ended under one of these conditions; after its success if none is given. The
     * name {@link #ANY} stands for every other step that does not itself run after {@link #ANY}: {@code after(Step.ANY,
     * Condition.FAILURE)} runs after the first failure of any step, unless {@link #join} says otherwise.
     */
    public Step<T> after(String parent, Condition... conditions) {
        return after(new Edge(parent, Condition.mask(conditions)));
    }

    /** Runs after the success of all the steps of these names. */
    public Step<T> after(String first, String second, String... more) {
        after(first).after(second);
        for (String parent : more) {
            after(parent);
        }
        return this;
    }

    /** Runs after this step has ended under one of these conditions. */
    public Step<T> after(Step<?> parent, Condition first, Condition... more) {
        return after(parent.on(first, more));
    }

    /** Sets how many of the step's dependencies must hold; the default is all, or any if a parent is {@link #ANY}. */
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

    /** Sets the workflow's timing: the schedule of a single root is the workflow's schedule. */
    @Override
    public Step<T> timing(UnaryOperator<Timing> change) {
        workflow.checkOpen();
        timing = change.apply(timing);
        return this;
    }

    /** This step as a parent that must succeed, in full or in part. The step itself means the same. */
    public Parent succeeded() {
        return on(Condition.SUCCESS);
    }

    /** This step as a parent that must fail, time out or be cancelled. */
    public Parent failed() {
        return on(Condition.FAILURE);
    }

    /** This step as a parent that must be skipped. */
    public Parent skipped() {
        return on(Condition.SKIPPED);
    }

    /** This step as a parent that must end, in any status. */
    public Parent completed() {
        return on(Condition.COMPLETE);
    }

    /** This step as a parent that must end under one of these conditions. */
    public Parent on(Condition first, Condition... more) {
        int mask = Condition.notNull(first).mask();
        return new Edge(name, more.length == 0 ? mask : mask | Condition.mask(more));
    }

    List<Parent> parents() {
        return parents;
    }

    Timing timing() {
        return timing;
    }

    Join join() {
        if (join != null) {
            return join;
        }
        return runsAfterAny() ? Join.any() : Join.all();
    }

    /** Whether a parent of it is {@link #ANY}. */
    boolean runsAfterAny() {
        return parents.stream().anyMatch(parent -> parent.name().equals(ANY));
    }

    boolean mayFail() {
        return policy.allowFailure();
    }

    /** Whether it says nothing that is another's to say. */
    boolean leavesPoliciesAlone() {
        return !(body instanceof JobStep) || JobStep.leavesPoliciesAlone(policy);
    }

    Job toJob() {
        return new Job(fullName(), body, Timing.TRIGGERED, policy, join(), Set.of());
    }

    @Override
    public String toString() {
        return "step " + name;
    }
}
