package dev.baton.internal.cluster;

import dev.baton.internal.journal.Archive;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the ends of executions are recorded, on whichever node. One query asks for many of them, however many wait
 * for each: a few times a second, and less often if there are very many. Safe from any thread.
 *
 * @param <T> who waits
 */
final class RecordedEnds<T> {

    private static final Logger LOG = LoggerFactory.getLogger(RecordedEnds.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final int AT_A_TIME = 1_000;

    /** A query for a thousand executions takes some milliseconds: this keeps queries to a tenth of the time. */
    private static final Duration FOR_EACH_THOUSAND = Duration.ofMillis(50);

    private final Time time;
    private final Executor executor;
    private final Archive archive;
    private final Predicate<T> isVoid;
    private final BiConsumer<Collection<T>, UUID> ended;

    /** Guards the fields below. */
    private final Object lock = new Object();

    private final Map<UUID, Set<T>> waiting = new HashMap<>();
    private boolean looking;

    /**
     * Waits for executions of an archive.
     *
     * @param executor runs queries, which may block
     * @param isVoid whether somebody does not wait any longer
     * @param ended accepts all who wait for an execution that has ended or is not kept any longer
     */
    RecordedEnds(
            Time time, Executor executor, Archive archive, Predicate<T> isVoid, BiConsumer<Collection<T>, UUID> ended) {
        this.time = time;
        this.executor = executor;
        this.archive = archive;
        this.isVoid = isVoid;
        this.ended = ended;
    }

    void await(UUID id, T who) {
        synchronized (lock) {
            waiting.computeIfAbsent(id, key -> new LinkedHashSet<>()).add(who);
            if (looking) {
                return;
            }
            looking = true;
        }
        lookAfter(LOOK_EVERY);
    }

    private void lookAfter(Duration pause) {
        time.after(pause, () -> executor.execute(this::look));
    }

    private void look() {
        List<UUID> ids = awaited();
        try {
            for (int from = 0; from < ids.size(); from += AT_A_TIME) {
                archive.ended(ids.subList(from, Math.min(from + AT_A_TIME, ids.size())))
                        .forEach(this::tell);
            }
        } catch (StoreUnavailableException e) {
            LOG.debug("ends of executions are looked for again later: {}", e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.error("ends of executions could not be looked for; it is tried again", e);
        }
        synchronized (lock) {
            looking = !waiting.isEmpty();
            if (!looking) {
                return;
            }
        }
        lookAfter(LOOK_EVERY.plus(FOR_EACH_THOUSAND.multipliedBy(ids.size() / AT_A_TIME)));
    }

    private List<UUID> awaited() {
        synchronized (lock) {
            waiting.values().removeIf(all -> {
                all.removeIf(isVoid);
                return all.isEmpty();
            });
            return new ArrayList<>(waiting.keySet());
        }
    }

    private void tell(UUID id) {
        List<T> told;
        synchronized (lock) {
            told = List.copyOf(waiting.getOrDefault(id, Set.of()));
        }
        // If this throws, they go on waiting, and are told next time.
        ended.accept(told, id);
        synchronized (lock) {
            waiting.computeIfPresent(id, (key, all) -> {
                told.forEach(all::remove);
                return all.isEmpty() ? null : all;
            });
        }
    }
}
