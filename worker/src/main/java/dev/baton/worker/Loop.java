package dev.baton.worker;

import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a task until its thread is interrupted.
 *
 * @param pause the pause before each repetition
 * @param task the task; a failure does not end the loop
 */
record Loop(Supplier<Duration> pause, Runnable task) implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(pause.get().toMillis());
                runOnce();
            }
        } catch (InterruptedException e) {
            log.debug("{} ends", Thread.currentThread().getName());
        }
    }

    private void runOnce() {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.error("The worker goes on after an error of its own", e);
        }
    }
}
