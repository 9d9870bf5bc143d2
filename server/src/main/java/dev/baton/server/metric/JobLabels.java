package dev.baton.server.metric;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The names of jobs as labels. Prometheus keeps a series for each label value forever, so unregistered names, and names
 * beyond a limit, share one label value.
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
