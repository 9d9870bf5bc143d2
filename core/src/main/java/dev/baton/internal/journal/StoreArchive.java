package dev.baton.internal.journal;

import dev.baton.RunStatus;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.ReasonText;
import dev.baton.policy.Retention;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunPage;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds executions in memory if this node owns them, and otherwise in the store. Safe from any thread. */
public final class StoreArchive implements Archive {

    /** Few enough at a time not to disturb other work on the database. */
    private static final int PRUNED_AT_ONCE = 200;

    private static final int MOST_PAST = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(StoreArchive.class);

    private final Store store;
    private final Retention retention;
    private final Supplier<Restorer> restorer;
    private final Map<UUID, LiveExecution> active = new ConcurrentHashMap<>();

    /**
     * Finds executions in this store.
     *
     * @param restorer supplies what builds copies of stored executions, which may be there only later
     */
    public StoreArchive(Store store, Retention retention, Supplier<Restorer> restorer) {
        this.store = store;
        this.retention = retention;
        this.restorer = restorer;
    }

    @Override
    public void add(LiveExecution execution) {
        active.put(execution.id(), execution);
    }

    /** Adds an execution that this node owns, unless it is there already. Returns whether it is new. */
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
        return here != null ? here : store.find(id).map(this::copy).orElse(null);
    }

    @Override
    public @Nullable Part findPart(UUID id, int from, int to) {
        LiveExecution here = active.get(id);
        if (here != null) {
            return new Part(here, to);
        }
        ExecutionRecord record = store.look(id).orElse(null);
        if (record == null || record.state().steps() <= RunRecord.Result.MANY_STEPS) {
            return Archive.super.findPart(id, from, to);
        }
        RunPage page = store.runs(id, from, to, StoredOutputs.PAGE);
        LiveExecution copy = restorer.get().copyPart(new Store.Stored(record, page.runs()));
        return copy == null ? null : new Part(copy, page.next());
    }

    private LiveExecution copy(Store.Stored stored) {
        return restorer.get().copy(stored);
    }

    @Override
    public @Nullable LiveExecution findActive(UUID id) {
        return active.get(id);
    }

    /** Removes an execution that this node no longer owns. */
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
        LiveExecution copy = copy(new Store.Stored(record, List.of()));
        // Without its runs the copy is no substitute for the full execution, should that be gone.
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

    @Override
    public @Nullable Glance look(UUID id, int step) {
        ExecutionRecord record = store.look(id).orElse(null);
        if (record == null || record.state().steps() <= 1) {
            // The only run is in the row of its execution.
            return record == null ? null : Archive.super.look(id, step);
        }
        RunStatus run = store.runs(id, step, step + 1, 0).runs().stream()
                .map(found -> found.state().status())
                .findFirst()
                .orElse(null);
        return new Glance(record.state().status(), record.state().ended(), run);
    }

    @Override
    public Collection<UUID> ended(Collection<UUID> ids) {
        return store.ended(ids);
    }

    /**
     * All executions that have not ended, on all nodes. An execution of this node whose end has just been recorded is
     * among them until that has its effects, and only then in {@link #past}: at any moment it is in one of the two.
     */
    public List<LiveExecution> activeAnywhere() {
        Map<UUID, LiveExecution> found = new LinkedHashMap<>();
        readAll(store.active()).forEach(execution -> found.put(execution.id(), execution));
        active.values().stream()
                .filter(execution -> !execution.isGone())
                .forEach(execution -> found.putIfAbsent(execution.id(), execution));
        return found.values().stream()
                .filter(execution -> !execution.status().isTerminal())
                .toList();
    }

    @Override
    public List<LiveExecution> past(String name) {
        return readAll(store.past(name, MOST_PAST)).stream()
                .filter(execution -> execution.status().isTerminal())
                .toList();
    }

    /** Executions in the order of their records, with a fixed number of queries. */
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

    /** An execution that cannot be read does not hide the others. */
    private void readInto(Map<UUID, LiveExecution> found, Store.Stored stored) {
        ExecutionRecord record = stored.execution();
        try {
            found.put(record.id(), copy(stored));
        } catch (IllegalArgumentException e) {
            LOG.warn("execution {} of {} cannot be read: {}", record.id(), record.name(), ReasonText.message(e));
        }
    }

    @Override
    public void prune(long now) {
        store.prune(retention, now, PRUNED_AT_ONCE);
    }
}
