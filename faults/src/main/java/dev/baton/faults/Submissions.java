package dev.baton.faults;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The submissions, by key. Safe from any thread. */
final class Submissions {

    private final Map<String, String> open = new ConcurrentHashMap<>();
    private final Map<String, String> accepted = new ConcurrentHashMap<>();
    private final Set<String> enqueued = ConcurrentHashMap.newKeySet();
    private final Set<String> takenBack = ConcurrentHashMap.newKeySet();

    /** A client is about to submit an execution, and will try until it is accepted. */
    void ask(String key, String name) {
        open.put(key, name);
    }

    /** It was said that it is recorded. */
    void accept(String key, String name) {
        accepted.put(key, name);
        open.remove(key);
    }

    /** It was enqueued together with a row of the caller's own, and committed. */
    void acceptEnqueued(String key, String name) {
        enqueued.add(key);
        accept(key, name);
    }

    /** It was enqueued, and rolled back. */
    void takeBack(String key) {
        takenBack.add(key);
    }

    Map<String, String> open() {
        return Map.copyOf(open);
    }

    Map<String, String> accepted() {
        return Map.copyOf(accepted);
    }

    Set<String> enqueued() {
        return Set.copyOf(enqueued);
    }

    Set<String> takenBack() {
        return Set.copyOf(takenBack);
    }
}
