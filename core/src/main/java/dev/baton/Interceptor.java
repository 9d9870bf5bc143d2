package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Code around a body: timing, a transaction, a guard. From the outside in, Baton calls the scheduler's interceptors in
 * the order they were added, then the job's in the order they were added, then the body. The engine catches every
 * Throwable that they throw.
 *
 * <p>If an interceptor returns without calling {@link Call#proceed()}, the body does not run and the run is skipped,
 * whatever the interceptor returned.
 *
 * <pre>{@code
 * Interceptor inTransaction = call -> transactions.within(call::proceed);
 * Baton baton = Baton.builder().intercept(inTransaction).build();
 * }</pre>
 */
@FunctionalInterface
public interface Interceptor {

    /**
     * Wraps the call of the body; called once per attempt, on the body's thread.
     *
     * @throws Exception to fail the attempt
     */
    @Nullable Object around(Call call) throws Exception;

    /** The call of a body that an interceptor wraps. */
    interface Call {

        /** The run's context. */
        RunContext context();

        /**
         * Calls the next interceptor, or the body.
         *
         * @return the result of the body
         * @throws Exception the exception that the body threw
         */
        @Nullable Object proceed() throws Exception;
    }
}
