package dev.baton.policy;

import dev.baton.Interceptor;
import dev.baton.SkipSignal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs the start, the end and the duration of each attempt to the run's log, and the stack trace of a failure to the
 * program's log.
 *
 * <pre>{@code
 * Baton baton = Baton.builder().intercept(new LoggingInterceptor()).build();
 * }</pre>
 */
public final class LoggingInterceptor implements Interceptor {

    @Override
    public @Nullable Object around(Call call) throws Exception {
        Logger log = call.context().log();
        Instant start = call.context().now();
        log.info("attempt {} starts", call.context().attempt());
        try {
            Object result = call.proceed();
            log.info("done after {}", Duration.between(start, call.context().now()));
            return result;
        } catch (SkipSignal nothingToDo) {
            log.info("skipped: {}", nothingToDo.getMessage());
            throw nothingToDo;
        } catch (Exception | Error e) {
            log.warn("failed after {}", Duration.between(start, call.context().now()), e);
            throw e;
        }
    }
}
