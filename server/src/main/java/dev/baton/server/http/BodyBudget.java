package dev.baton.server.http;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the memory of request bodies while they are read and processed. One client may take at most a quarter of it,
 * so that a client with large bodies does not block others. Safe from any thread.
 */
final class BodyBudget {

    private static final int SHARE_OF_HEAP = 8;
    private static final int SHARE_OF_CALLER = 4;

    private final long most;
    private final long mostOfOne;
    private final Map<String, Long> taken = new HashMap<>();
    private long total;

    BodyBudget(int largestBody) {
        this(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, largestBody);
    }

    /** One body of the largest size always fits. */
    BodyBudget(long most, int largestBody) {
        this.most = Math.max(most, largestBody);
        this.mostOfOne = Math.max(most / SHARE_OF_CALLER, largestBody);
    }

    /** Reserves memory. Returns whether enough was left. */
    synchronized boolean take(String caller, int bytes) {
        long own = taken.getOrDefault(caller, 0L) + bytes;
        if (total + bytes > most || own > mostOfOne) {
            return false;
        }
        total += bytes;
        taken.put(caller, own);
        return true;
    }

    /** Releases memory. */
    synchronized void give(String caller, int bytes) {
        total -= bytes;
        taken.computeIfPresent(caller, (key, own) -> own <= bytes ? null : own - bytes);
    }
}
