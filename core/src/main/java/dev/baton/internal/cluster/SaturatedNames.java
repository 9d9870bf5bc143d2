package dev.baton.internal.cluster;

import dev.baton.internal.limit.Gates;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The jobs and workflows of which many executions wait at gates on this node. The node claims no more of them: they
 * would wait in its memory instead of in the store, where other nodes find them. Safe from any thread.
 */
final class SaturatedNames {

    private static final int MANY = 200;
    private static final int FEW = 100;
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final Gates gates;
    private final Time time;
    private volatile Set<String> names = Set.of();
    private volatile long lookedAt;
    private final AtomicInteger claimedSince = new AtomicInteger();

    SaturatedNames(Gates gates, Time time) {
        this.gates = gates;
        this.time = time;
        this.lookedAt = time.nanos();
    }

    /** So many more executions were claimed, which may wait at a gate by now. */
    void claimed(int count) {
        claimedSince.addAndGet(count);
    }

    /** The names, as of a moment or of a few claims ago. */
    Set<String> names() {
        long now = time.nanos();
        if (now - lookedAt >= LOOK_EVERY.toNanos() || claimedSince.get() >= MANY) {
            lookedAt = now;
            claimedSince.set(0);
            names = look();
        }
        return names;
    }

    private Set<String> look() {
        Map<String, Integer> waiting = gates.waiting(FEW);
        if (waiting.isEmpty()) {
            return Set.of();
        }
        Set<String> saturated = new HashSet<>();
        waiting.forEach((name, count) -> {
            if (count >= (names.contains(name) ? FEW : MANY)) {
                saturated.add(name);
            }
        });
        return saturated;
    }
}
