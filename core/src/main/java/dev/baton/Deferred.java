package dev.baton;

import dev.baton.error.NotPossibleException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A body that waits: for a person, a moment, another execution. It has no worker and no thread while it does; its run
 * counts as running, and ends when somebody speaks to the {@link Handover} it was given. After a restart it begins again,
 * in the same attempt: what it must remember goes into {@link RunContext#checkpoint(byte[])}, and what it started with
 * {@link Handover#nest} is not started a second time.
 */
public interface Deferred extends Body<Object> {

    /**
     * Begins to wait, and returns. It may take a moment for that, but should not be waited for.
     *
     * @throws Exception to fail the attempt
     */
    void begin(RunContext context, Handover handover) throws Exception;

    /** Called by a worker, after {@link Handover#toWorker()} alone. */
    @Override
    default Object call(RunContext context) throws Exception {
        throw new NotPossibleException(context.jobName() + " handed over to a worker, but has no work for one.");
    }

    /** What a body that waits goes on with. */
    interface Handover extends Completion {

        /** Succeeds at this moment, unless something else happens first. */
        void succeedAt(Instant moment);

        /** The waiting is over, and work begins: a worker calls {@link Deferred#call}. So do all later attempts. */
        void toWorker();

        /**
         * Starts an execution that belongs to this run: once, however often it is asked for. When this run is cancelled,
         * so is the execution; when a later attempt asks for it and it has failed, what failed in it is run again.
         *
         * @param submission what to start; its key and parents are not looked at
         * @param ended told when it has ended, perhaps by a node that did not start it
         */
        Execution nest(Submission submission, Consumer<Execution> ended);

        /**
         * Goes on with the execution that {@link #nest} started for this run before, in an earlier attempt or before a
         * restart. What it was started with need not be found out again, and may be gone by now.
         *
         * @param ended told when it has ended, perhaps by a node that did not start it
         * @return nothing when none was started, or it is not kept any longer
         */
        Optional<Execution> nested(Consumer<Execution> ended);
    }
}
