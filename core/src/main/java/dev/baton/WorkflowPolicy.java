package dev.baton;

import dev.baton.policy.Overlap;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a workflow's executions.
 *
 * <pre>{@code
 * OnFailure reaction = baton.workflow("nightly").map(workflow -> workflow.policy().onFailure()).orElseThrow();
 * }</pre>
 *
 * @param onFailure the reaction to a failed step
 * @param overlap how many executions may be active at once, and what happens to one more
 * @param limits the time limits of an execution
 * @param parameters the parameters and their defaults
 * @param callbacks the callbacks for ended executions
 * @param parallel how many steps of one execution may run at a time
 */
public record WorkflowPolicy(
        OnFailure onFailure,
        Overlap overlap,
        Limits limits,
        Map<String, Object> parameters,
        Callbacks callbacks,
        int parallel) {

    /** Failures cascade, no limits. */
    public static final WorkflowPolicy DEFAULT = new WorkflowPolicy(
            OnFailure.CASCADE, Overlap.allow(), Limits.NONE, Map.of(), Callbacks.NONE, Integer.MAX_VALUE);

    /** Rejects a limit of no steps at a time. */
    public WorkflowPolicy {
        if (parallel < 1) {
            throw new IllegalArgumentException("at least one step must be able to run at a time, not " + parallel);
        }
    }

    /**
     * Time limits of an execution.
     *
     * @param timeout the time after which the execution is stopped
     * @param deadline the time after which Baton warns
     */
    public record Limits(
            @Nullable Duration timeout, @Nullable Duration deadline) {

        static final Limits NONE = new Limits(null, null);

        /** Rejects limits of zero or less. */
        public Limits {
            RunPolicy.Limits.checkPositive(timeout);
            RunPolicy.Limits.checkPositive(deadline);
        }
    }

    /**
     * The callbacks and follow-up jobs of an execution, called or started once when it has ended; none of them if
     * nothing of it ran.
     *
     * @param onSuccess called after a success, in full or in part
     * @param onFailure called after any other end
     * @param onSuccessJob the job started after a success; null for none
     * @param onFailureJob the job started after any other end; null for none
     */
    public record Callbacks(
            Consumer<? super Execution> onSuccess,
            Consumer<? super Execution> onFailure,
            @Nullable JobCall onSuccessJob,
            @Nullable JobCall onFailureJob) {

        /** A callback that does nothing. */
        public static final Consumer<Execution> NOTHING = execution -> {};

        static final Callbacks NONE = new Callbacks(NOTHING, NOTHING, null, null);

        Callbacks withOnSuccess(Consumer<? super Execution> callback) {
            return new Callbacks(callback, onFailure, onSuccessJob, onFailureJob);
        }

        Callbacks withOnFailure(Consumer<? super Execution> callback) {
            return new Callbacks(onSuccess, callback, onSuccessJob, onFailureJob);
        }

        Callbacks withOnSuccess(JobCall call) {
            return new Callbacks(onSuccess, onFailure, call, onFailureJob);
        }

        Callbacks withOnFailure(JobCall call) {
            return new Callbacks(onSuccess, onFailure, onSuccessJob, call);
        }
    }

    WorkflowPolicy withOnFailure(OnFailure newOnFailure) {
        return new WorkflowPolicy(newOnFailure, overlap, limits, parameters, callbacks, parallel);
    }

    WorkflowPolicy withOverlap(Overlap newOverlap) {
        return new WorkflowPolicy(onFailure, newOverlap, limits, parameters, callbacks, parallel);
    }

    WorkflowPolicy withLimits(Limits newLimits) {
        return new WorkflowPolicy(onFailure, overlap, newLimits, parameters, callbacks, parallel);
    }

    WorkflowPolicy withParameters(Map<String, Object> newParameters) {
        return new WorkflowPolicy(onFailure, overlap, limits, newParameters, callbacks, parallel);
    }

    WorkflowPolicy withCallbacks(Callbacks newCallbacks) {
        return new WorkflowPolicy(onFailure, overlap, limits, parameters, newCallbacks, parallel);
    }

    /** This policy with another limit of steps at a time. */
    public WorkflowPolicy parallel(int most) {
        return new WorkflowPolicy(onFailure, overlap, limits, parameters, callbacks, most);
    }
}
