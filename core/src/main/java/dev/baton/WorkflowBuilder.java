package dev.baton;

import dev.baton.error.CyclicDependencyException;
import dev.baton.error.DuplicateStepException;
import dev.baton.error.InvalidStepException;
import dev.baton.error.NoStepsException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.SecondFinalStepException;
import dev.baton.error.UnknownParentException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.policy.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The builder that {@link Workflow#define} hands to the definition; see the example there. Not thread-safe.
 *
 * <pre>{@code
 * Workflow etl = Workflow.define("etl", w -> {
 *     w.cron("0 2 * * *").timeout(Duration.ofHours(1));
 *     Step<Integer> extract = w.call("extract", context -> 42);
 *     w.run("load", context -> publish()).after(extract);
 * });
 * }</pre>
 */
public final class WorkflowBuilder implements Timed<WorkflowBuilder> {

    private final String name;
    private final Map<String, Step<?>> steps = new LinkedHashMap<>();
    private final Set<String> tags = new LinkedHashSet<>();
    private Timing timing = Timing.TRIGGERED;
    private WorkflowPolicy policy = WorkflowPolicy.DEFAULT;
    private @Nullable Step<?> last;
    private boolean open = true;

    WorkflowBuilder(String name) {
        this.name = name;
    }

    /** The workflow's name. */
    public String name() {
        return name;
    }

    /** Adds a step that has no output. */
    public Step<@Nullable Void> run(String step, Action action) {
        return call(step, Body.of(action));
    }

    /** Adds a step whose result is the step's output. */
    public <T extends @Nullable Object> Step<T> call(String step, Body<T> body) {
        checkOpen();
        Names.check(step);
        Step<T> added = new Step<>(this, step, body);
        if (steps.putIfAbsent(step, added) != null) {
            throw new DuplicateStepException(name, step);
        }
        return added;
    }

    /**
     * Adds a step that runs a body for each item. Its output is the reducer's, or the counts if there is no reducer.
     */
    public Step<Object> fanout(String step, Fanout fanout) {
        return call(step, fanout);
    }

    /**
     * Adds a step that calls a body for each item. Its output are the results of the items that succeeded, in the order
     * of the items.
     * {@code Step<List<Report>> scan = w.fanout("scan", hosts, String.class, (context, host) -> scanner.scan(host));}
     */
    public <I, O> Step<List<O>> fanout(
            String step, List<I> items, Class<I> type, TypedJob.InputBody<I, ? extends O> each) {
        return fanout(step, Fanout.over(items), type, each);
    }

    /** Adds a step that calls a body for each item of another step's output, and runs after that step. */
    public <I, O> Step<List<O>> fanout(
            String step, Step<List<I>> items, Class<I> type, TypedJob.InputBody<I, ? extends O> each) {
        Step<List<O>> added = fanout(step, Fanout.over(context -> context.output(items)), type, each);
        return added.after(items);
    }

    /** Adds a step that calls a body for each item of a fan-out, which may have limits and policies of its own. */
    @SuppressWarnings("unchecked") // the reducer below makes such a list
    public <I, O> Step<List<O>> fanout(
            String step, Fanout fanout, Class<I> type, TypedJob.InputBody<I, ? extends O> each) {
        return (Step<List<O>>) (Step<?>) call(step, fanout.collecting(type, each));
    }

    /** Adds a step that runs an action for each item. Its output are the counts of how the items ended. */
    public <I> Step<Object> forEach(String step, Fanout fanout, Class<I> type, TypedJob.InputAction<I> each) {
        Body<?> body = Body.of(context -> each.run(context, context.item(type)));
        return call(step, fanout.each(new WrappedBody<>(each, body)));
    }

    /** Adds a step that runs an action for each of these items. */
    public <I> Step<Object> forEach(String step, List<I> items, Class<I> type, TypedJob.InputAction<I> each) {
        return forEach(step, Fanout.over(items), type, each);
    }

    /**
     * Adds a step that runs another workflow or job. It ends with the same status; its output is a map of the steps'
     * outputs by name.
     */
    public Step<Object> workflow(String step, String workflow) {
        return call(step, new SubWorkflow(workflow, Map.of()));
    }

    /**
     * Adds a step that is a registered job: its body and its policies, inside this execution. The step itself may have
     * inputs, which go over the job's, a condition, and leave to fail; all else is said by the job.
     */
    public Step<Object> job(String step, String job) {
        return call(step, new JobStep(job));
    }

    /** Adds a step that waits for a person: {@link Execution#approve} or {@link Execution#reject} ends it. */
    public Step<Object> approval(String step, String message) {
        return call(step, new Approval(message));
    }

    /** Adds a step that waits for this long. */
    public Step<Object> waitFor(String step, Duration duration) {
        return call(step, new Pause(context -> context.now().plus(duration)));
    }

    /** Adds a step that waits until a moment. */
    public Step<Object> waitUntil(String step, Instant moment) {
        return call(step, new Pause(context -> moment));
    }

    /**
     * Adds the final step, which runs after all others, however they ended. It is a child of every other step under
     * {@link Condition#COMPLETE}, so {@link RunContext#parents} returns all of them.
     */
    public Step<@Nullable Void> finalRun(String step, Action action) {
        return finalCall(step, Body.of(action));
    }

    /** Adds the final step with a body whose result is the step's output. */
    public <T extends @Nullable Object> Step<T> finalCall(String step, Body<T> body) {
        if (last != null) {
            throw new SecondFinalStepException(name, last.name(), step);
        }
        Step<T> added = call(step, body);
        last = added;
        return added;
    }

    @Override
    public WorkflowBuilder timing(UnaryOperator<Timing> change) {
        checkOpen();
        timing = change.apply(timing);
        return this;
    }

    /** Declares a parameter with its default; a trigger may set another value. */
    public WorkflowBuilder parameter(String parameter, Object defaultValue) {
        return policy(policy.withParameters(Maps.with(policy.parameters(), parameter, defaultValue)));
    }

    /** Sets the reaction to a failed step; {@link #onFailure} is about the end of the execution. */
    public WorkflowBuilder onStepFailure(OnFailure reaction) {
        return policy(policy.withOnFailure(reaction));
    }

    /**
     * Registers a callback for executions that succeed. Called at most once each: not if this process dies first. The
     * overload that names a job has no such gap.
     */
    public WorkflowBuilder onSuccess(Consumer<? super Execution> callback) {
        return policy(policy.withCallbacks(policy.callbacks().withOnSuccess(callback)));
    }

    /**
     * Registers a callback for executions that neither succeed nor are skipped. Called at most once each: not if this
     * process dies first.
     */
    public WorkflowBuilder onFailure(Consumer<? super Execution> callback) {
        return policy(policy.withCallbacks(policy.callbacks().withOnFailure(callback)));
    }

    /**
     * Starts a job or workflow when an execution has succeeded, in the transaction that records so: it is started if and
     * only if the success is recorded, whatever becomes of this process. See {@link JobCall} for what it is given.
     */
    public WorkflowBuilder onSuccess(String job, Map<String, ?> inputs) {
        return policy(policy.withCallbacks(policy.callbacks().withOnSuccess(call(job, inputs))));
    }

    /** Starts a job or workflow when an execution has failed, timed out or been cancelled, as {@link #onSuccess} does. */
    public WorkflowBuilder onFailure(String job, Map<String, ?> inputs) {
        return policy(policy.withCallbacks(policy.callbacks().withOnFailure(call(job, inputs))));
    }

    private JobCall call(String job, Map<String, ?> inputs) {
        if (job.equals(name)) {
            throw new NotPossibleException("workflow \"" + name + "\" cannot be started after itself: it would never"
                    + " end. Give it a schedule.");
        }
        return new JobCall(job, Maps.with(Map.of(), inputs));
    }

    /** Stops an execution that takes longer than this. */
    public WorkflowBuilder timeout(Duration limit) {
        return policy(policy.withLimits(
                new WorkflowPolicy.Limits(limit, policy.limits().deadline())));
    }

    /** Warns about an execution that takes longer than this. */
    public WorkflowBuilder deadline(Duration limit) {
        return policy(
                policy.withLimits(new WorkflowPolicy.Limits(policy.limits().timeout(), limit)));
    }

    /** Sets how many executions may be active at once, and what happens to one more. */
    public WorkflowBuilder overlap(Overlap overlap) {
        return policy(policy.withOverlap(overlap));
    }

    /** Sets how many steps of one execution may run at a time; the default is no limit. */
    public WorkflowBuilder parallel(int most) {
        return policy(policy.parallel(most));
    }

    /** Adds tags, by which programs find and remove workflows. */
    public WorkflowBuilder tags(String... more) {
        checkOpen();
        Collections.addAll(tags, more);
        return this;
    }

    void checkOpen() {
        if (!open) {
            throw new IllegalStateException("workflow \"" + name + "\" is defined already. Change it inside define, or"
                    + " define it anew and put it in place of the old one.");
        }
    }

    Workflow build() {
        if (steps.isEmpty()) {
            throw new NoStepsException(name);
        }
        open = false;
        PlanBuilder graph = new PlanBuilder();
        Map<String, Integer> numbers = new HashMap<>(steps.size() * 2);
        List<Job> jobs = new ArrayList<>(steps.size());
        for (Step<?> step : steps.values()) {
            numbers.put(step.name(), graph.step(step.name()));
            jobs.add(step.toJob());
        }
        AnyParents any = AnyParents.in(steps.values(), last);
        for (Step<?> step : steps.values()) {
            addTo(graph, step, any.resolve(name, step), numbers);
        }
        Plan plan = compile(graph);
        takeTimingOfRoot();
        List<Job> ordered = new ArrayList<>(jobs.size());
        for (int number : graph.order()) {
            ordered.add(jobs.get(number));
        }
        return new Workflow(
                name,
                timing,
                policy,
                new Workflow.Graph(plan, Collections.unmodifiableList(ordered)),
                Collections.unmodifiableSet(tags));
    }

    private void addTo(PlanBuilder graph, Step<?> step, List<Parent> all, Map<String, Integer> numbers) {
        int number = Objects.requireNonNull(numbers.get(step.name()));
        Set<String> parents = new LinkedHashSet<>();
        for (Parent parent : all) {
            Integer parentNumber = numbers.get(parent.name());
            if (parentNumber == null) {
                throw new UnknownParentException(name, step.name(), parent.name(), steps.keySet());
            }
            if (last != null && parent.name().equals(last.name())) {
                throw new InvalidStepException(
                        name,
                        step.name(),
                        "runs after the final step \"" + last.name() + "\", after which nothing runs.");
            }
            parents.add(parent.name());
            graph.edge(parentNumber, number, parent.mask());
        }
        if (step.join().needed() > parents.size()) {
            throw new InvalidStepException(
                    name,
                    step.name(),
                    "wants " + step.join() + " of its dependencies to hold, but has " + parents.size() + ".");
        }
        if (!step.leavesPoliciesAlone()) {
            throw new InvalidStepException(
                    name,
                    step.name(),
                    "is a registered job, whose own policies hold. Set them on the job; the step may have inputs, a"
                            + " condition, and leave to fail.");
        }
        graph.join(number, step.join());
        if (step.mayFail()) {
            graph.mayFail(number);
        }
        if (step == last) {
            if (!parents.isEmpty()) {
                throw new InvalidStepException(
                        name, step.name(), "is the final step and runs after all others: leave its dependencies out.");
            }
            graph.finalStep(number);
        }
    }

    /** The schedule of a single root is the workflow's schedule. */
    private void takeTimingOfRoot() {
        for (Step<?> step : steps.values()) {
            if (!step.timing().isTriggered()) {
                long roots = steps.values().stream()
                        .filter(s -> s.parents().isEmpty() && s != last)
                        .count();
                if (!step.parents().isEmpty() || step == last || roots > 1 || !timing.isTriggered()) {
                    throw new InvalidStepException(
                            name,
                            step.name(),
                            "has a schedule, but only the single root of a workflow without one can: set it on the workflow.");
                }
                timing = step.timing();
            }
        }
    }

    private Plan compile(PlanBuilder graph) {
        try {
            return graph.build();
        } catch (PlanBuilder.CycleException cycle) {
            throw new CyclicDependencyException("workflow \"" + name + "\"", cycle.path());
        }
    }

    private WorkflowBuilder policy(WorkflowPolicy newPolicy) {
        checkOpen();
        policy = newPolicy;
        return this;
    }
}
