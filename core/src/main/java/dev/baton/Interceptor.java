package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Code around a body: timing, a transaction, a guard. The order, from the outside in: the scheduler's interceptors as
 * they were added, then the job's as they were added, then the body. Around all of them the engine catches every
 * Throwable, so that none harms it.
 *
 * <p>One that returns without calling {@link Call#proceed()} keeps the body from running; the run is then skipped,
 * whatever was returned.
 */
@FunctionalInterface
public interface Interceptor {

    /**
     * Called in place of the body, on its thread, once per attempt.
     *
     * @throws Exception to fail the attempt
     */
    @Nullable Object around(Call call) throws Exception;

    /** What is being called. */
    interface Call {

        /** The run's context. */
        RunContext context();

        /**
         * Goes on: to the next interceptor, or to the body.
         *
         * @return what the body returned
         * @throws Exception what the body threw
         */
        @Nullable Object proceed() throws Exception;
    }
}
