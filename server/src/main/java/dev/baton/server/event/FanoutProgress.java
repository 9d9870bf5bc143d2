package dev.baton.server.event;

import dev.baton.Fanout;
import dev.baton.RunId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * How far fan-outs are, by how many of their items have ended. An item's end is only noted; the engine is asked, and who
 * follows is told, when {@link #tell} is called, and once more at the end. Of a fan-out that was under way when the server
 * started nothing is told. Safe from any thread.
 */
public final class FanoutProgress {

    private static final String ITEMS = Fanout.itemsOf("");

    private final EventHub hub;
    private final Map<UUID, Watched> active = new ConcurrentHashMap<>();
    private volatile Function<UUID, Optional<Items>> engine = execution -> Optional.empty();

    /** A fan-out under way. */
    private static final class Watched {
        private final String job;
        private volatile boolean news;

        Watched(String job) {
            this.job = job;
        }
    }

    /**
     * The items of a fan-out.
     *
     * @param parent the run that fans out
     * @param total how many there are
     * @param ended how many have ended
     */
    public record Items(RunId parent, int total, int ended) {}

    FanoutProgress(EventHub hub) {
        this.hub = hub;
    }

    /** Asks this from now on, by the id of the execution that the items are in. */
    public void ask(Function<UUID, Optional<Items>> newEngine) {
        engine = newEngine;
    }

    /** Tells of all fan-outs of which an item has ended since the last time. To be called about once a second. */
    public void tell() {
        active.forEach((execution, watched) -> {
            if (watched.news) {
                watched.news = false;
                publish(execution, watched.job);
            }
        });
    }

    void started(UUID execution, String name) {
        if (name.endsWith(ITEMS)) {
            active.put(execution, new Watched(name.substring(0, name.length() - ITEMS.length())));
        }
    }

    /** A run of an execution ended: this is called for every run there is. */
    void ended(UUID execution) {
        Watched watched = active.isEmpty() ? null : active.get(execution);
        if (watched != null) {
            watched.news = true;
        }
    }

    void finished(UUID execution) {
        Watched watched = active.isEmpty() ? null : active.remove(execution);
        if (watched != null) {
            publish(execution, watched.job);
        }
    }

    private void publish(UUID execution, String job) {
        engine.apply(execution).ifPresent(items -> {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("name", job);
            data.put("execution_id", items.parent.execution().toString());
            data.put("run_id", items.parent.toString());
            data.put("fraction", items.total == 0 ? 1.0 : (double) items.ended / items.total);
            data.put("items_total", items.total);
            data.put("items_ended", items.ended);
            hub.publish(EventType.RUN_PROGRESS, data);
        });
    }
}
