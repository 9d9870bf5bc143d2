package dev.baton.internal.cluster;

import dev.baton.internal.limit.Gates;
import dev.baton.internal.run.Load;
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

    /**
     * So many ended runs at most lie between two looks. Less than the few that make a name stop being saturated: when
     * the last of a line have yet to end, they are few by then, and one of them finds that out.
     */
    private static final int LOOK_AFTER_ENDS = FEW / 2;

    private final Gates gates;
    private final Time time;
    private final Load load;
    private volatile Set<String> names = Set.of();
    private volatile long lookedAt;
    private volatile long doneThen;
    private final AtomicInteger claimedSince = new AtomicInteger();

    SaturatedNames(Gates gates, Time time, Load load) {
        this.gates = gates;
        this.time = time;
        this.load = load;
        this.lookedAt = time.nanos();
    }

    /** So many more executions were claimed, which may wait at a gate by now. */
    void claimed(int count) {
        claimedSince.addAndGet(count);
    }

    /** The names, as of a moment, of a few claims or of a few ended runs ago. */
    Set<String> names() {
        long now = time.nanos();
        long done = load.done();
        if (now - lookedAt >= LOOK_EVERY.toNanos()
                || claimedSince.get() >= MANY
                || done - doneThen >= LOOK_AFTER_ENDS) {
            lookedAt = now;
            doneThen = done;
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
