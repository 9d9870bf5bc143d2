package dev.baton;

import dev.baton.error.NotPossibleException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of a step that is a registered job: {@link WorkflowBuilder#job}. Its runs execute that job's body under that
 * job's policies, inside the workflow's own execution, and count for the job's limits.
 *
 * <pre>{@code
 * Workflow release = Workflow.define("release", w -> {
 *     Step<Object> tests = w.job("tests", "run-tests");
 *     w.run("publish", context -> publish()).after(tests);
 * });
 * }</pre>
 *
 * @param job the job's name
 */
public record JobStep(String job) implements Body<Object> {

    /** Refuses a name that no job can have. */
    public JobStep {
        Names.check(job);
    }

    @Override
    public Object call(RunContext context) {
        throw new NotPossibleException(context.jobName() + " is the job \"" + job + "\", and can only run as that.");
    }

    /**
     * A registered job as a step runs it: the job's body and policies under the step's name, with the step's inputs over
     * the job's, and both conditions.
     *
     * @param step the step, with its full name and what it says itself
     * @param registered the job as it is registered
     */
    public static Job stepJob(Job step, Job registered) {
        RunPolicy own = step.policy();
        RunPolicy policy = registered
                .policy()
                .withInputs(Maps.with(registered.policy().inputs(), own.inputs()))
                .withGuard(both(own.guard(), registered.policy().guard()))
                .withAllowFailure(own.allowFailure());
        return new Job(step.name(), registered.body(), Timing.TRIGGERED, policy, step.join(), Set.of());
    }

    private static @Nullable Guard both(@Nullable Guard first, @Nullable Guard second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return context -> {
            Optional<String> objection = first.objection(context);
            return objection.isPresent() ? objection : second.objection(context);
        };
    }

    /** Whether a step says nothing about how it runs but what it may: inputs, a condition, and that it may fail. */
    static boolean leavesPoliciesAlone(RunPolicy own) {
        return own.withInputs(RunPolicy.DEFAULT.inputs())
                .withGuard(null)
                .withAllowFailure(false)
                .equals(RunPolicy.DEFAULT);
    }
}
