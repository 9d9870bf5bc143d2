package dev.baton.bench.durable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SynchronousQueue;

/** The body of jobs that are stored one by one: tells when each started. */
final class StartTimes implements Runnable {

    /** Multiples of it, without their whole part, lie evenly between 0 and 1 however few they are. */
    private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

    private final Duration pollInterval;
    private final SynchronousQueue<Long> started = new SynchronousQueue<>();

    StartTimes(Duration pollInterval) {
        this.pollInterval = pollInterval;
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        try {
            started.put(now);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Stores this many jobs, or as many as fit into the time, and answers how long each waited. A tenth more goes ahead
     * to warm up.
     */
    double[] sortedMillis(DurableScheduler scheduler, int jobs, Duration patience) throws Exception {
        List<Double> millis = new ArrayList<>();
        long begin = System.nanoTime();
        while (millis.size() < jobs + jobs / 10 && System.nanoTime() - begin < patience.toNanos()) {
            // A poll has just come, and the next job is as likely to be stored soon after it as just before the next.
            Thread.sleep((long) (millis.size() * GOLDEN_RATIO % 1 * pollInterval.toMillis()));
            long stored = System.nanoTime();
            scheduler.enqueue();
            millis.add((started.take() - stored) / 1e6);
        }
        return millis.stream()
                .skip(millis.size() / 11)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
    }
}
