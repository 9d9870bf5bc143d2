package dev.baton.server.event;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.spi.StoreUnavailableException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Publishes the progress of fan-outs: how many of their items have ended. The end of an item is only noted; {@link
 * #tell} asks the engine for the counts and publishes them, as does the end of the fan-out. A fan-out from before the
 * server's start has no progress events. Safe from any thread.
 */
public final class FanoutProgress {

    private static final String ITEMS = Fanout.itemsOf("");

    private final EventHub hub;
    private final Map<UUID, Watched> active = new ConcurrentHashMap<>();
    private volatile Function<UUID, Optional<Items>> engine = execution -> Optional.empty();

    /** An active fan-out. */
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
     * @param total the number of items
     * @param ended how many have ended
     */
    public record Items(RunId parent, int total, int ended) {}

    FanoutProgress(EventHub hub) {
        this.hub = hub;
    }

    /** Counts the items in an execution of an engine; empty if the execution was removed, or cannot be read now. */
    public static Optional<Items> items(Baton baton, UUID id) {
        try {
            Execution execution = baton.execution(id);
            int total = execution.items().size();
            int ended = execution.counts().entrySet().stream()
                    .filter(count -> count.getKey().isTerminal())
                    .mapToInt(Map.Entry<RunStatus, Integer>::getValue)
                    .sum();
            // The count includes the reducer, which ends after all items.
            return execution.parentRun().map(parent -> new Items(parent, total, Math.min(ended, total)));
        } catch (NoSuchExecutionException | StoreUnavailableException unknown) {
            // Removed meanwhile, or the store is away: progress is news that may be missed.
            return Optional.empty();
        }
    }

    /** Sets the function that counts the items in an execution. */
    public void ask(Function<UUID, Optional<Items>> newEngine) {
        engine = newEngine;
    }

    /**
     * Publishes the progress of all fan-outs with items that have ended since the last call. Call it about once a
     * second.
     */
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

    /** Notes the end of a run. Called for every run, so it must be cheap. */
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
