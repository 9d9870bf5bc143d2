package dev.baton.policy;

import dev.baton.Interceptor;
import dev.baton.SkipSignal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Skips the runs of a body that keeps failing. After a number of consecutive failures the breaker opens and runs are
 * skipped; after a while it lets one run through, and closes if that run succeeds. It uses the scheduler's clock. One
 * breaker may guard several jobs; safe from any thread.
 *
 * <pre>{@code
 * Job.named("transfer").intercept(CircuitBreaker.after(5, Duration.ofMinutes(10))).run(context -> transfer());
 * }</pre>
 */
public final class CircuitBreaker implements Interceptor {

    private final int failures;
    private final Duration openFor;
    private int failedInARow;
    private @Nullable Instant openUntil;
    private boolean trying;

    private CircuitBreaker(int failures, Duration openFor) {
        this.failures = failures;
        this.openFor = openFor;
    }

    /** A breaker that opens for {@code openFor} after {@code failures} consecutive failures. */
    public static CircuitBreaker after(int failures, Duration openFor) {
        if (failures < 1 || openFor.isNegative() || openFor.isZero()) {
            throw new IllegalArgumentException(
                    "a circuit breaker needs 1 failure or more, and a positive time to stay open");
        }
        return new CircuitBreaker(failures, openFor);
    }

    @Override
    public @Nullable Object around(Call call) throws Exception {
        enter(call);
        boolean healthy = false;
        try {
            Object result = call.proceed();
            healthy = true;
            return result;
        } catch (SkipSignal nothingToDo) {
            healthy = true;
            throw nothingToDo;
        } finally {
            leave(healthy, call.context().now());
        }
    }

    private synchronized void enter(Call call) {
        if (openUntil != null) {
            if (trying || call.context().now().isBefore(openUntil)) {
                throw call.context().skip("the circuit breaker is open until " + openUntil);
            }
            trying = true;
        }
    }

    private synchronized void leave(boolean healthy, Instant now) {
        trying = false;
        if (healthy) {
            failedInARow = 0;
            openUntil = null;
        } else if (++failedInARow >= failures) {
            openUntil = now.plus(openFor);
        }
    }
}
