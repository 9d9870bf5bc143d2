package dev.baton.faults;

import java.time.Duration;

/** Waits for conditions. */
final class Await {

    private static final Duration PAUSE = Duration.ofMillis(20);

    private Await() {}

    /** A condition that may become true. */
    @FunctionalInterface
    interface Condition {
        boolean isTrue() throws Exception;
    }

    /** Waits until a condition is true; an exception counts as "not yet", since it is asked of what is being harmed. */
    static void until(String what, Duration atMost, Condition condition) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        Exception last = null;
        while (true) {
            try {
                if (condition.isTrue()) {
                    return;
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                last = e;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("waited for " + atMost + " in vain: " + what, last);
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }
}
