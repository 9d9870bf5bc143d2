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
 * Bounds how long a test waits, so that a hanging engine fails the test. The bound is generous, because a machine under
 * load is slow; {@code -Dbaton.test.patience=5} shortens it to five seconds.
 */
final class Patience {

    /** How long a test waits for something that normally takes milliseconds. */
    static final Duration BOUND = Duration.ofSeconds(Integer.getInteger("baton.test.patience", 120));

    private static final int FRAMES = 12;

    private Patience() {}

    /** A call that has no result. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /**
     * Makes a call on a new thread, and fails the test if the call does not return in time.
     *
     * @param what the name of the call, for the message
     * @throws Exception the exception that the call threw
     */
    static <T extends @Nullable Object> T within(String what, Callable<T> call) throws Exception {
        return start(what, call).get();
    }

    /** Makes a call without a result on a new thread, and fails the test if the call does not return in time. */
    static void within(String what, Step step) throws Exception {
        within(what, () -> {
            step.run();
            return true;
        });
    }

    /** Starts a call on a new thread. */
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

    /**
     * Waits until a condition holds, or for two seconds: for effects that some engines have and others need not have.
     */
    static void untilOrSoon(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /**
     * A started call.
     *
     * @param what the name of the call
     * @param task the call
     * @param thread the thread of the call
     */
    record Started<T extends @Nullable Object>(String what, FutureTask<T> task, Thread thread) {

        /** Waits for the call to return, and fails the test if it does not in time. */
        T get() throws Exception {
            try {
                // Waits a little longer than the bound, so that a call with its own bound can report what it waited
                // for.
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
                // Wrapped: JUnit takes a bare OutOfMemoryError for its own and gives up.
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
