package dev.baton.internal.cluster;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.internal.execution.Advancer;
import dev.baton.internal.execution.Beginning;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.Keeper;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Start;
import dev.baton.internal.journal.Archive;
import dev.baton.internal.journal.MemoryArchive;
import dev.baton.internal.journal.MemoryJournal;
import dev.baton.internal.limit.Gates;
import dev.baton.internal.limit.MemoryGates;
import dev.baton.spi.MissingParentException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps executions in the memory of one process; they are lost when it ends. Safe from any thread. */
public final class MemoryOwner implements ExecutionOwner {

    private final Time time;
    private final Keeper keeper;
    private final MemoryArchive archive;
    private final Externals externals;
    private final Gates gates;
    private final Advancer advancer;
    /** Ids, since an execution may be large, and retention drops it long before its key is removed here. */
    private final Map<String, UUID> byKey = new ConcurrentHashMap<>();
    /** Held from the look at keys and parents until what refers to them has been added. */
    private final Object keys = new Object();

    /** Starts to own executions. */
    public MemoryOwner(OwnerParts parts) {
        this.time = parts.time();
        this.keeper = parts.ready().services().keeper();
        this.archive = new MemoryArchive(parts.retention());
        this.externals = new Externals(time, parts.ready()::later, archive);
        this.gates = new MemoryGates(time);
        this.advancer = parts.advancer(
                new MemoryJournal(new Effects(parts, gates, externals, archive, start -> create(List.of(start)))));
    }

    @Override
    public Archive archive() {
        return archive;
    }

    @Override
    public Externals externals() {
        return externals;
    }

    @Override
    public Gates gates() {
        return gates;
    }

    @Override
    public List<Created> create(List<Start> starts) {
        List<LiveExecution> all = areIndependent(starts) ? addEach(starts) : addOnce(starts);
        List<Created> created = new ArrayList<>(starts.size());
        List<LiveExecution> fresh = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            LiveExecution live = all.get(i);
            created.add(new Created(starts.get(i), live));
            if (live.id().equals(starts.get(i).id())) {
                fresh.add(live);
            }
        }
        // Only when all are there: each may run after any other of them.
        fresh.forEach(execution -> execution.tell(Beginning::begin));
        return created;
    }

    private static boolean areIndependent(List<Start> starts) {
        for (Start start : starts) {
            if (start.cause().key() != null || !start.awaited().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private List<LiveExecution> addEach(List<Start> starts) {
        List<LiveExecution> added = new ArrayList<>(starts.size());
        for (Start start : starts) {
            LiveExecution execution = new LiveExecution(start, advancer);
            archive.add(execution);
            added.add(execution);
        }
        return added;
    }

    /** Adds executions for whose key there is none, and returns those that exist then. */
    private List<LiveExecution> addOnce(List<Start> starts) {
        List<LiveExecution> all = new ArrayList<>(starts.size());
        Map<LiveExecution, Set<UUID>> fresh = new LinkedHashMap<>();
        Map<String, LiveExecution> keyed = new HashMap<>();
        synchronized (keys) {
            for (Start start : starts) {
                String key = start.cause().key();
                LiveExecution live = key == null ? null : keyed.get(key);
                if (live == null && key != null) {
                    live = withKey(key);
                }
                if (live == null) {
                    live = new LiveExecution(start, advancer);
                    fresh.put(live, start.awaited());
                }
                if (key != null) {
                    keyed.put(key, live);
                }
                all.add(live);
            }
            if (!archive.addAll(fresh)) {
                throw new MissingParentException();
            }
            // Added before their keys are known: another thread that finds a key must find the execution too.
            keyed.forEach((key, live) -> byKey.put(key, live.id()));
        }
        return all;
    }

    @Override
    public void fire(Start start, Runnable lookBack) {
        create(List.of(start));
    }

    @Override
    public Cancellation command(UUID id, Command command) {
        LiveExecution known = archive.find(id);
        if (known == null) {
            throw NoSuchExecutionException.id(id);
        }
        return known.command(command.on(known, keeper));
    }

    @Override
    public @Nullable LiveExecution withKey(String key) {
        UUID known = byKey.get(key);
        // Retention may have dropped the execution, and the key is free then.
        return known == null ? null : archive.find(known);
    }

    @Override
    public Collection<LiveExecution> activeAnywhere() {
        return archive.active();
    }

    @Override
    public void prune() {
        archive.prune(time.micros());
        byKey.values().removeIf(id -> archive.find(id) == null);
    }

    @Override
    public void keepPaused(String name, boolean paused) {
        // The definition itself holds the pause.
    }

    @Override
    public Instant dealtWith(String name) {
        return time.now();
    }

    @Override
    public void dealtWith(String name, Instant after, Instant until) {
        // Handled fires matter only after a restart, which memory does not survive.
    }

    @Override
    public void start(Consumer<Set<String>> paused) {
        // All executions are in memory already.
    }

    @Override
    public void takeIn() {
        // All executions are in memory already.
    }

    @Override
    public void wake() {
        // There is no other node to claim from.
    }

    @Override
    public void rest() {
        // There is no other node to claim from.
    }

    @Override
    public boolean awaitLoans(Duration atMost) {
        return true;
    }

    @Override
    public void handOver() {
        // There is no other node to hand over to.
    }

    @Override
    public void close() {
        // Nothing to release: everything ends with the process.
    }
}
