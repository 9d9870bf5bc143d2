package dev.baton.internal.cluster;

import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NotRecordedException;
import dev.baton.graph.Plan;
import dev.baton.internal.execution.Beginning;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Start;
import dev.baton.internal.journal.Outage;
import dev.baton.internal.journal.Recording;
import dev.baton.internal.journal.Records;
import dev.baton.internal.journal.RefusedException;
import dev.baton.internal.journal.Restorer;
import dev.baton.internal.journal.StoreJournal;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.MissingParentException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates executions in the store, for callers and for fires. This node owns them, unless other nodes should have them.
 * Safe from any thread.
 */
final class ExecutionCreator {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionCreator.class);

    /** How long a caller that starts an execution waits for an unreachable store. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int MOST_TRIES = 3;

    /** How many executions of one batch this node owns at once. */
    private static final int MOST_AT_ONCE = 200;

    /** How long Baton waits before it looks again for a fire that could not be recorded. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ClusterNode node;
    private final Store store;
    private final StoreJournal journal;
    private final Outage outage;
    private final Restorer restorer;
    private final Time time;
    private final Set<UUID> underWay = ConcurrentHashMap.newKeySet();

    /** Creates executions for a node. */
    ExecutionCreator(ClusterNode node, Store store, StoreJournal journal, Outage outage, Restorer restorer) {
        this.node = node;
        this.store = store;
        this.journal = journal;
        this.outage = outage;
        this.restorer = restorer;
        this.time = node.time();
    }

    /** Creates executions, all or none of them, and returns when they are recorded. */
    List<Created> create(List<Start> starts) {
        if (starts.isEmpty()) {
            return List.of();
        }
        Map<UUID, Store.Refusal> refused = recordSurely(starts);
        List<Created> created = new ArrayList<>(starts.size());
        for (Start start : starts) {
            LiveExecution live = refused.get(start.id()) instanceof Store.Refusal.KeyTaken taken
                    ? find(taken.other())
                    : node.archive().findActive(start.id());
            created.add(new Created(start, live));
        }
        return created;
    }

    /** A node that was declared dead has written nothing: it joins again, and retries. */
    private Map<UUID, Store.Refusal> recordSurely(List<Start> starts) {
        String name = starts.get(0).definition().name();
        List<String> encoded = starts.stream().map(this::encode).toList();
        for (int tries = 1; ; tries++) {
            Recording recorded = record(starts, encoded, true);
            journal.help(starts.get(0).id());
            try {
                return await(recorded, name);
            } catch (FencedException e) {
                if (tries == MOST_TRIES) {
                    throw new NotRecordedException(name, Duration.ZERO, false);
                }
                node.life().openAnew();
            }
        }
    }

    private LiveExecution find(UUID id) {
        LiveExecution found = node.archive().find(id);
        if (found == null) {
            throw NoSuchExecutionException.id(id);
        }
        return found;
    }

    private Map<UUID, Store.Refusal> await(Recording recorded, String name) {
        try {
            if (!isDoneInTime(recorded, PATIENCE)) {
                boolean held = recorded.isHeld();
                boolean withdrawn = recorded.withdraw();
                if (held && !withdrawn) {
                    // It is being tried: that takes less than a second, and then it is recorded or withdrawn.
                    isDoneInTime(recorded, PATIENCE);
                    withdrawn = recorded.withdraw();
                }
                // It may just have been recorded.
                if (withdrawn || !recorded.done().isDone()) {
                    throw held && withdrawn
                            ? NotRecordedException.keyHeld(name, PATIENCE)
                            : new NotRecordedException(name, PATIENCE, withdrawn);
                }
            }
            return recorded.done().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof FencedException fenced) {
                throw fenced;
            }
            if (e.getCause() instanceof MissingParentException missing) {
                throw missing;
            }
            if (e.getCause() instanceof RefusedException refused) {
                throw new NotRecordedException(name, String.valueOf(refused.getMessage()));
            }
            throw new NotRecordedException(name, Duration.ZERO, false);
        }
    }

    /**
     * Waits on when it is interrupted, since a body that was told to stop may start what cleans up after it. Does not ask
     * for the time, which is the store's: the store may not answer.
     */
    private boolean isDoneInTime(Recording recorded, Duration atMost) {
        boolean interrupted = false;
        try {
            while (!recorded.done().isDone()) {
                try {
                    return time.await(recorded.done(), atMost);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Creates an execution for a fire, unless another node has done so.
     *
     * @param lookBack looks for fires that were not recorded; called if this one may be among them
     */
    @SuppressWarnings("FutureReturnValueIgnored") // whenComplete deals with both ways it may end
    void fire(Start start, Runnable lookBack) {
        String encoded;
        try {
            encoded = encode(start);
        } catch (Throwable e) {
            // A codec calls code of the user, which may throw anything.
            passOver(start, lookBack, () -> logLost(start, "its parameters cannot be encoded", e));
            return;
        }
        record(List.of(start), List.of(encoded), false).done().whenComplete((refused, error) -> {
            if (error instanceof CompletionException failed && failed.getCause() instanceof RefusedException refusal) {
                String reason = "the store refuses to record it: " + refusal.getMessage();
                passOver(start, lookBack, () -> logLost(start, reason, null));
            } else if (error != null) {
                // This node is dead or the store is unreachable; looking again at once would change nothing.
                time.after(PAUSE, () -> lookBack(lookBack));
            } else if (refused.get(start.id()) instanceof Store.Refusal.TooSoon) {
                lookBack(lookBack);
            }
        });
    }

    /**
     * A fire that cannot be recorded would fail again, and keep all later ones of its schedule back. It is passed over
     * once the fires before it are recorded: a store that has passed over a fire refuses all earlier ones.
     */
    private void passOver(Start start, Runnable lookBack, Runnable tell) {
        Store.Fire fire = start.fire();
        if (fire == null) {
            tell.run();
            return;
        }
        String handledAs = fire.name() == null ? start.definition().name() : fire.name();
        lookBack(() -> {
            if (store.definition(handledAs, time.micros()).dealtWith() >= fire.after()) {
                store.dealtWith(handledAs, start.cause().scheduled());
                tell.run();
                lookBack.run();
            } else {
                // Hands the earlier fires over again, and this one after them.
                time.after(PAUSE, () -> lookBack(lookBack));
            }
        });
    }

    private static void logLost(Start start, String reason, @Nullable Throwable error) {
        LOG.error(
                "the fire of \"{}\" at {} is lost: {}",
                start.definition().name(),
                Time.toInstant(start.cause().scheduled()),
                reason,
                error);
    }

    private void lookBack(Runnable lookBack) {
        node.ready().later(() -> {
            try {
                lookBack.run();
            } catch (StoreUnavailableException e) {
                outage.noticed(e);
                time.after(PAUSE, () -> lookBack(lookBack));
            }
        });
    }

    /**
     * Records executions.
     *
     * @param encoded the parameters of each
     * @param helped whether a thread of the caller helps to write
     */
    private Recording record(List<Start> starts, List<String> encoded, boolean helped) {
        node.life().openAgain();
        boolean busy = node.isBusy();
        int mostAtOnce = starts.size() > 1 && Sleepers.areMany(node.archive()) ? 0 : MOST_AT_ONCE;
        Set<String> saturated = node.saturatedNames().names();
        long now = time.micros();
        Map<UUID, byte[]> plans = new HashMap<>();
        List<Store.Creation> creations = new ArrayList<>(starts.size());
        for (Start start : starts) {
            Plan plan = start.plan().plan();
            if (journal.plans().isNew(plan.id())) {
                plans.computeIfAbsent(plan.id(), id -> plan.toBytes());
            }
            // A node owns only executions that it can run now: a later one is for whichever node has room then.
            boolean unowned = busy
                    || creations.size() >= mostAtOnce
                    || start.cause().notBefore() > now
                    || saturated.contains(start.definition().name())
                    || !start.isServedBy(node.ready()::serves);
            creations.add(new Store.Creation(
                    toRecord(start, encoded.get(creations.size())), start.fire(), unowned, start.awaited()));
        }
        starts.forEach(start -> underWay.add(start.id()));
        Recording recorded = journal.create(creations, plans, helped);
        return new Recording(
                recorded.done()
                        .thenApply(refused -> {
                            settleIn(starts, creations, refused.keySet());
                            lookFor(creations, saturated);
                            return refused;
                        })
                        .whenComplete((refused, error) -> starts.forEach(start -> underWay.remove(start.id()))),
                recorded.withdrawal(),
                recorded.held());
    }

    private void lookFor(List<Store.Creation> creations, Set<String> saturated) {
        boolean toTake = false;
        boolean heldBack = false;
        for (Store.Creation creation : creations) {
            boolean isSaturated = saturated.contains(creation.execution().name());
            toTake |= creation.unowned() && !isSaturated;
            heldBack |= creation.unowned() && isSaturated;
        }
        if (heldBack) {
            node.holdBack();
        }
        if (toTake) {
            node.look();
        }
    }

    /** Whether an execution is being created that is not registered here yet. */
    boolean isUnderWay(UUID id) {
        return underWay.contains(id);
    }

    private void settleIn(List<Start> starts, List<Store.Creation> creations, Set<UUID> refused) {
        for (int i = 0; i < starts.size(); i++) {
            if (!creations.get(i).unowned() && !refused.contains(starts.get(i).id())) {
                ExecutionRecord record = creations.get(i).execution();
                LiveExecution execution = restorer.created(starts.get(i), record);
                if (node.own(execution, record.place().owner())) {
                    execution.tell(Beginning::begin);
                } else if (node.archive().findActive(execution.id()) == null) {
                    // The execution was recorded for this node, but under an id that the node no longer has.
                    node.seekLostClaims();
                }
            }
        }
    }

    private String encode(Start start) {
        return store.codec().encodeAll(start.cause().parameters());
    }

    private ExecutionRecord toRecord(Start start, String encoded) {
        return Records.created(start, encoded, store.node());
    }
}
