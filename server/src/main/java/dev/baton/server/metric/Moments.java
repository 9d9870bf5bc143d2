package dev.baton.server.metric;

import dev.baton.RunId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When something happened to runs that something else is expected of. The oldest are forgotten when there are too many:
 * what is expected may never come, when another node takes a run over. For one thread.
 */
final class Moments {

    private static final int MOST = 200_000;

    private final Map<RunId, Instant> moments = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Instant> eldest) {
            return size() > MOST;
        }
    };

    void put(RunId run, Instant at) {
        moments.put(run, at);
    }

    Optional<Instant> take(RunId run) {
        return Optional.ofNullable(moments.remove(run));
    }

    void clear() {
        moments.clear();
    }
}
