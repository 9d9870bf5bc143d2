package dev.baton.server.metric;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The names of jobs as labels. Each label is kept by Prometheus as a series of its own, for good: names that are not
 * registered, and those beyond a number that it can take, share one.
 */
final class JobLabels {

    static final String OTHER = "other";
    static final int MOST = 1_000;

    private final Predicate<String> isRegistered;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    JobLabels(Predicate<String> isRegistered) {
        this.isRegistered = isRegistered;
    }

    String of(String job) {
        if (known.contains(job)) {
            return job;
        }
        if (known.size() >= MOST || !isRegistered.test(job)) {
            return OTHER;
        }
        known.add(job);
        return job;
    }
}
