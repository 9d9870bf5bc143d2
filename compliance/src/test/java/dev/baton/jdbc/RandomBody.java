package dev.baton.jdbc;

import dev.baton.Body;
import dev.baton.RunContext;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A body that does whatever bodies do: it returns, throws, skips, stores a checkpoint, takes its time, and heeds or
 * ignores a cancellation. Which call draws which of these depends on timing.
 */
final class RandomBody implements Body<Integer> {

    /** Many threads draw from it. */
    private final Random random;

    RandomBody(long seed) {
        this.random = new Random(seed);
    }

    @Override
    public Integer call(RunContext context) throws Exception {
        int chance = random.nextInt(12);
        switch (chance) {
            case 0 -> throw new IllegalStateException("as drawn");
            case 1 -> throw new StackOverflowError("as drawn");
            case 2 -> throw context.skip("as drawn");
            case 3 -> context.checkpoint(new byte[] {1});
            case 4 -> takeLongerThanSomeTimeouts();
            case 5, 6, 7 -> TimeUnit.MILLISECONDS.sleep(random.nextInt(20));
            default -> {
                // Returns at once.
            }
        }
        return chance;
    }

    private void takeLongerThanSomeTimeouts() throws InterruptedException {
        try {
            TimeUnit.MILLISECONDS.sleep(60);
        } catch (InterruptedException toldToStop) {
            if (random.nextBoolean()) {
                throw toldToStop;
            }
        }
    }
}
