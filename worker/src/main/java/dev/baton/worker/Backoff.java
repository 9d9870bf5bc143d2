package dev.baton.worker;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Growing pauses between failed tries, with jitter, so that workers do not all return at once. */
final class Backoff {

    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private Duration next = SHORTEST;

    void reset() {
        next = SHORTEST;
    }

    void pause() throws InterruptedException {
        long millis = next.toMillis();
        Thread.sleep(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
        next = next.multipliedBy(2);
        if (next.compareTo(LONGEST) > 0) {
            next = LONGEST;
        }
    }
}
