package dev.baton.internal.journal;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.ReasonText;
import dev.baton.policy.Retention;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds executions in memory while they are advanced here, and otherwise in the store. Safe from any thread. */
public final class StoreArchive implements Archive {

    /** So few at a time that whoever works with the database does not notice. */
    private static final int PRUNED_AT_ONCE = 200;

    private static final int MOST_PAST = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(StoreArchive.class);

    private final Store store;
    private final Retention retention;
    private final Reader reader;
    private final Map<UUID, LiveExecution> active = new ConcurrentHashMap<>();

    /** Makes copies of what the store has. */
    @FunctionalInterface
    public interface Reader {

        /** Makes a copy. */
        LiveExecution copy(Store.Stored stored);
    }

    /** Finds executions in this store. */
    public StoreArchive(Store store, Retention retention, Reader reader) {
        this.store = store;
        this.retention = retention;
        this.reader = reader;
    }

    @Override
    public void add(LiveExecution execution) {
        active.put(execution.id(), execution);
    }

    /** This one is advanced here from now on, unless it is already. Returns whether it is new. */
    public boolean addIfAbsent(LiveExecution execution) {
        return active.compute(execution.id(), (id, known) -> known == null || known.isGone() ? execution : known)
                == execution;
    }

    @Override
    public void ended(LiveExecution execution) {
        active.remove(execution.id(), execution);
        execution.setGone();
    }

    @Override
    public void reopened(LiveExecution execution) {
        active.put(execution.id(), execution);
    }

    @Override
    public @Nullable LiveExecution find(UUID id) {
        LiveExecution here = active.get(id);
        return here != null ? here : store.find(id).map(reader::copy).orElse(null);
    }

    /** One that is advanced here. */
    public @Nullable LiveExecution findActive(UUID id) {
        return active.get(id);
    }

    /** It is not advanced here any longer. */
    public void remove(LiveExecution execution) {
        active.remove(execution.id(), execution);
    }

    @Override
    public Collection<LiveExecution> active() {
        return active.values();
    }

    @Override
    public @Nullable LiveExecution findBriefly(UUID id) {
        LiveExecution here = active.get(id);
        return here != null ? here : store.look(id).map(this::brief).orElse(null);
    }

    private LiveExecution brief(ExecutionRecord record) {
        LiveExecution copy = reader.copy(new Store.Stored(record, List.of()));
        // Without its runs it is no substitute for the whole, should that be gone.
        copy.end().obtrudeException(new MovedException());
        return copy;
    }

    @Override
    public @Nullable Glance look(UUID id) {
        LiveExecution here = active.get(id);
        return here != null
                ? new Glance(here.status(), here.ended())
                : store.look(id)
                        .map(record -> new Glance(
                                record.state().status(), record.state().ended()))
                        .orElse(null);
    }

    /** All that have not ended, wherever they are advanced. */
    public List<LiveExecution> activeAnywhere() {
        return readAll(store.active());
    }

    @Override
    public List<LiveExecution> past(String name) {
        return readAll(store.past(name, MOST_PAST));
    }

    /** Executions in the order of their records, by a fixed number of questions to the store. */
    private List<LiveExecution> readAll(List<ExecutionRecord> records) {
        Map<UUID, LiveExecution> found = new HashMap<>();
        List<UUID> elsewhere = new ArrayList<>();
        for (ExecutionRecord record : records) {
            LiveExecution here = active.get(record.id());
            if (here != null) {
                found.put(record.id(), here);
            } else {
                elsewhere.add(record.id());
            }
        }
        if (!elsewhere.isEmpty()) {
            store.findAll(elsewhere).forEach(stored -> readInto(found, stored));
        }
        return records.stream()
                .map(record -> found.get(record.id()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** One that cannot be read does not keep the others from being seen. */
    private void readInto(Map<UUID, LiveExecution> found, Store.Stored stored) {
        ExecutionRecord record = stored.execution();
        try {
            found.put(record.id(), reader.copy(stored));
        } catch (IllegalArgumentException e) {
            LOG.warn("execution {} of {} cannot be read: {}", record.id(), record.name(), ReasonText.message(e));
        }
    }

    @Override
    public void prune(long now) {
        int pruned;
        do {
            pruned = store.prune(retention, now, PRUNED_AT_ONCE);
        } while (pruned == PRUNED_AT_ONCE);
    }
}
