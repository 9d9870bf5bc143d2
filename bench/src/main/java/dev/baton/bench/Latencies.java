package dev.baton.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Times from a trigger to the start of the body, with a pause before each so that everything is idle. */
final class Latencies implements Contender {

    private static final long PAUSE_MILLIS = 3;

    private final Trigger trigger;
    private final int count;
    private final List<Double> tails = new ArrayList<>();

    Latencies(Trigger trigger, int count) {
        this.trigger = trigger;
        this.count = count;
    }

    /** Starts a job with this body. */
    interface Trigger {

        void trigger(Runnable body) throws Exception;
    }

    /** The median, in microseconds. */
    @Override
    public double round() throws Exception {
        double[] micros = new double[count];
        for (int i = 0; i < count; i++) {
            Thread.sleep(PAUSE_MILLIS);
            micros[i] = once() / 1e3;
        }
        Arrays.sort(micros);
        tails.add(Sample.percentile(micros, 0.99));
        return Sample.percentile(micros, 0.5);
    }

    private long once() throws Exception {
        long[] started = new long[1];
        CountDownLatch done = new CountDownLatch(1);
        long start = System.nanoTime();
        trigger.trigger(() -> {
            started[0] = System.nanoTime();
            done.countDown();
        });
        done.await();
        return started[0] - start;
    }

    /** What 99 of 100 stayed below in each of the last rounds, in microseconds. */
    Sample tail(int rounds) {
        return Sample.of(tails.subList(tails.size() - rounds, tails.size()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }
}
