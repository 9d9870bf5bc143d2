package dev.baton.test;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how long a test waits, so that an engine that hangs fails the test instead of hanging it. The bound is
 * generous, because a machine under load is slow; {@code -Dbaton.test.patience=5} shortens it to five seconds.
 */
final class Patience {

    /** How long a test waits for something that normally takes milliseconds. */
    static final Duration BOUND = Duration.ofSeconds(Integer.getInteger("baton.test.patience", 30));

    private static final int FRAMES = 12;

    private Patience() {}

    /** A call that has no result. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /**
     * Makes a call on a thread of its own, and fails the test if the call does not return in time.
     *
     * @param what names the call for the message
     * @throws Exception what the call threw
     */
    static <T extends @Nullable Object> T within(String what, Callable<T> call) throws Exception {
        return start(what, call).get();
    }

    /** The same for a call without a result. */
    static void within(String what, Step step) throws Exception {
        within(what, () -> {
            step.run();
            return true;
        });
    }

    /** Starts a call on a thread of its own. */
    static <T extends @Nullable Object> Started<T> start(String what, Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "test-patience");
        thread.setDaemon(true);
        thread.start();
        return new Started<>(what, task, thread);
    }

    /** Waits until a condition holds, and fails the test if it does not in time. */
    static void until(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                Assertions.fail(what + ": not within " + BOUND);
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** Waits until a condition holds, or for two seconds: for what happens in some engines and need not happen. */
    static void untilOrSoon(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /**
     * A call that was started.
     *
     * @param what names the call
     * @param task the call
     * @param thread where it runs
     */
    record Started<T extends @Nullable Object>(String what, FutureTask<T> task, Thread thread) {

        /** Waits for the call to return, and fails the test if it does not in time. */
        T get() throws Exception {
            try {
                // A little longer, so that a call with a bound of its own can say what it waited for.
                return task.get(BOUND.toMillis() + 1_000, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                throw new AssertionError(what + ": did not return within " + BOUND + ", it is at" + stack(thread), e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Exception exception) {
                    throw exception;
                }
                if (e.getCause() instanceof AssertionError failure) {
                    throw failure;
                }
                // Not as it is: JUnit takes an OutOfMemoryError for one of its own, and gives up.
                throw new AssertionError(what + " threw " + e.getCause(), e.getCause());
            }
        }
    }

    private static String stack(Thread thread) {
        StringBuilder text = new StringBuilder();
        StackTraceElement[] frames = thread.getStackTrace();
        for (int i = 0; i < Math.min(FRAMES, frames.length); i++) {
            text.append("\n    ").append(frames[i]);
        }
        return text.toString();
    }
}
