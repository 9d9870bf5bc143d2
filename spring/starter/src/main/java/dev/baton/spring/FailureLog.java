package dev.baton.spring;

import dev.baton.Interceptor;
import dev.baton.RunContext;
import dev.baton.SkipSignal;
import org.jspecify.annotations.Nullable;

/**
 * Logs each failed attempt with its stack trace, as Spring does for the methods that it schedules. The line is kept with
 * the run as well. An attempt that was stopped by a cancellation or a time limit is one line without a stack trace.
 */
final class FailureLog implements Interceptor {

    @Override
    public @Nullable Object around(Call call) throws Exception {
        try {
            return call.proceed();
        } catch (SkipSignal skipped) {
            throw skipped;
        } catch (Exception | Error e) {
            RunContext context = call.context();
            if (context.isCancelled()) {
                context.log().info("attempt {} was stopped", context.attempt());
            } else {
                context.log().warn("attempt {} failed", context.attempt(), e);
            }
            throw e;
        }
    }
}
