package dev.baton.server.metric;

import dev.baton.RunId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The times of events of runs for which a second event is expected. Drops the oldest if there are too many: the second
 * event never comes if another node takes the run over. For one thread.
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
