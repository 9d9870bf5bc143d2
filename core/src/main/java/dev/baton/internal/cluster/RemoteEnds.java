package dev.baton.internal.cluster;

import dev.baton.internal.execution.Watcher;
import dev.baton.internal.journal.Archive;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the ends of executions that other nodes own. A few times a second one query asks for many of them, however
 * many watchers there are. Safe from any thread.
 */
final class RemoteEnds {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteEnds.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final int AT_A_TIME = 1_000;

    private final Time time;
    private final Executor executor;
    private final Archive archive;
    private final BiConsumer<Watcher, UUID> ended;

    /** Guards the fields below. */
    private final Object lock = new Object();

    private final Map<UUID, List<Watcher>> watchers = new HashMap<>();
    private boolean looking;

    /**
     * Waits for executions of an archive.
     *
     * @param executor runs queries, which may block
     * @param ended accepts each watcher whose execution has ended or is not kept any longer
     */
    RemoteEnds(Time time, Executor executor, Archive archive, BiConsumer<Watcher, UUID> ended) {
        this.time = time;
        this.executor = executor;
        this.archive = archive;
        this.ended = ended;
    }

    void watch(Watcher watcher, UUID id) {
        synchronized (lock) {
            watchers.computeIfAbsent(id, key -> new ArrayList<>()).add(watcher);
            if (looking) {
                return;
            }
            looking = true;
        }
        lookLater();
    }

    private void lookLater() {
        time.after(LOOK_EVERY, () -> executor.execute(this::look));
    }

    private void look() {
        List<UUID> ids = watched();
        try {
            for (int from = 0; from < ids.size(); from += AT_A_TIME) {
                archive.ended(ids.subList(from, Math.min(from + AT_A_TIME, ids.size())))
                        .forEach(this::tell);
            }
        } catch (StoreUnavailableException e) {
            LOG.debug("ends of other executions are looked for again later: {}", e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.error("ends of other executions could not be looked for; it is tried again", e);
        }
        synchronized (lock) {
            looking = !watchers.isEmpty();
            if (!looking) {
                return;
            }
        }
        lookLater();
    }

    /** The executions that are waited for, without those whose watchers have gone to another node. */
    private List<UUID> watched() {
        synchronized (lock) {
            watchers.values().removeIf(all -> {
                all.removeIf(watcher -> watcher.child().isGone());
                return all.isEmpty();
            });
            return new ArrayList<>(watchers.keySet());
        }
    }

    private void tell(UUID id) {
        List<Watcher> told;
        synchronized (lock) {
            told = watchers.remove(id);
        }
        if (told != null) {
            told.forEach(watcher -> ended.accept(watcher, id));
        }
    }
}
