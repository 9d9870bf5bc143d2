package dev.baton.internal.definition;

import dev.baton.ExecutionStatus;
import dev.baton.JobCall;
import dev.baton.WorkflowPolicy;
import dev.baton.spi.Codec;
import org.jspecify.annotations.Nullable;

/**
 * The execution to start when another has ended. Its inputs are written when the workflow is registered: the codec is
 * the user's, and must not be called when the execution ends, which happens in a turn.
 *
 * @param call what is started
 * @param kept its inputs in the form that is kept; null where everything is in memory
 */
public record Successor(JobCall call, @Nullable String kept) {

    /** The successors that a workflow starts after its executions. */
    record Pair(@Nullable Successor onSuccess, @Nullable Successor onFailure) {

        static Pair of(WorkflowPolicy.Callbacks callbacks, @Nullable Codec codec) {
            return new Pair(
                    Successor.of(callbacks.onSuccessJob(), codec), Successor.of(callbacks.onFailureJob(), codec));
        }

        /** Nothing is started after an execution in which nothing happened. */
        @Nullable Successor after(ExecutionStatus end) {
            if (end == ExecutionStatus.SKIPPED) {
                return null;
            }
            return end.countsAsSuccess() ? onSuccess : onFailure;
        }
    }

    private static @Nullable Successor of(@Nullable JobCall call, @Nullable Codec codec) {
        return call == null ? null : new Successor(call, codec == null ? null : codec.encodeAll(call.inputs()));
    }
}
