package dev.baton.internal.definition;

import dev.baton.ExecutionStatus;
import dev.baton.JobCall;
import dev.baton.WorkflowPolicy;
import dev.baton.spi.Codec;
import org.jspecify.annotations.Nullable;

/**
 * The execution to start when another has ended. Its inputs are encoded when the workflow is registered, because the
 * codec is user code and an execution ends within a turn, where no user code may run.
 *
 * @param call the job to start, with its inputs
 * @param kept the inputs in their stored form; null if the engine has no store
 */
public record Successor(JobCall call, @Nullable String kept) {

    /** The successors that a workflow starts after its executions. */
    record Pair(@Nullable Successor onSuccess, @Nullable Successor onFailure) {

        static Pair of(WorkflowPolicy.Callbacks callbacks, @Nullable Codec codec) {
            return new Pair(
                    Successor.of(callbacks.onSuccessJob(), codec), Successor.of(callbacks.onFailureJob(), codec));
        }

        /** The successor for an end; null for none. A skipped execution has no successor, because nothing ran in it. */
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
