package dev.baton.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Does harm, one kind after the other: each at least once, in random order, and then at random. */
final class Harming {

    private static final int LONGEST_PAUSE_MILLIS = 1_000;
    private static final int MOST_TRIES = 5;

    private final List<Harm> harms;
    private final Random random;

    Harming(List<Harm> harms, Random random) {
        this.harms = new ArrayList<>(harms);
        this.random = random;
        Collections.shuffle(this.harms, random);
    }

    /** Goes on for this long, or until every kind of harm was done, if that takes longer. */
    void goOnFor(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        for (Harm harm : harms) {
            inflictSurely(harm);
        }
        int weights = harms.stream().mapToInt(Harm::weight).sum();
        while (System.nanoTime() < end) {
            inflict(choose(random.nextInt(weights)));
        }
    }

    private void inflictSurely(Harm harm) throws Exception {
        for (int tries = 1; !inflict(harm); tries++) {
            if (tries == MOST_TRIES) {
                throw new AssertionError(harm.name() + " did not come about in " + tries + " tries");
            }
        }
    }

    private boolean inflict(Harm harm) throws Exception {
        Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
        return harm.action().inflict();
    }

    private Harm choose(int number) {
        int left = number;
        for (Harm harm : harms) {
            left -= harm.weight();
            if (left < 0) {
                return harm;
            }
        }
        throw new IllegalStateException("a number beyond all weights");
    }
}
