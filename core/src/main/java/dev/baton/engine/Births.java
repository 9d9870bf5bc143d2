package dev.baton.engine;

import dev.baton.ExecutionStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NotRecordedException;
import dev.baton.graph.Plan;
import dev.baton.graph.Progress;
import dev.baton.spi.ExecutionRecord;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Creates executions in the store: those that somebody asks for, and those of fires. They live here, unless others should
 * have them. Safe from any thread.
 */
final class Births {

    /** How long whoever starts an execution waits for a store that cannot be reached. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How long a fire that could not be recorded waits before it is looked for. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Home home;
    private final Store store;
    private final Machinery machinery;
    private final Recorder recorder;
    private final Outage outage;
    private final StoreArchive archive;
    private final Intake intake;
    private final Time time;
    private final Consumer<LiveExecution> begin;
    private final Set<UUID> underWay = ConcurrentHashMap.newKeySet();

    /**
     * Creates executions for a home.
     *
     * @param begin lets an execution begin that has not begun
     */
    Births(Home home, Recorder recorder, Outage outage, Intake intake, Consumer<LiveExecution> begin) {
        this.home = home;
        this.store = home.store();
        this.machinery = home.machinery();
        this.recorder = recorder;
        this.outage = outage;
        this.archive = home.archive();
        this.intake = intake;
        this.time = machinery.time();
        this.begin = begin;
    }

    /** Creates executions, all or none of them, and returns when they are recorded. */
    List<LiveExecution> create(List<Start> starts) {
        if (starts.isEmpty()) {
            return List.of();
        }
        CompletableFuture<Map<UUID, Store.Refusal>> recorded = record(starts, true);
        recorder.help(starts.get(0).id());
        Map<UUID, Store.Refusal> refused =
                await(recorded, starts.get(0).definition().name());
        List<LiveExecution> created = new ArrayList<>(starts.size());
        for (Start start : starts) {
            LiveExecution here = archive.findActive(start.id());
            if (refused.get(start.id()) instanceof Store.Refusal.KeyTaken taken) {
                created.add(find(taken.other()));
            } else {
                created.add(here != null ? here : elsewhere(start));
            }
        }
        return created;
    }

    private LiveExecution find(UUID id) {
        LiveExecution found = archive.find(id);
        if (found == null) {
            throw NoSuchExecutionException.id(id);
        }
        return found;
    }

    /** What is known of an execution that was just created, and that any node may take. */
    private LiveExecution elsewhere(Start start) {
        return Home.toLookAt(live(start, toRecord(start)));
    }

    private Map<UUID, Store.Refusal> await(CompletableFuture<Map<UUID, Store.Refusal>> recorded, String name) {
        try {
            if (!recorded.isDone() && !time.await(recorded, PATIENCE)) {
                throw new NotRecordedException(name, PATIENCE);
            }
            return recorded.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRecordedException(name, Duration.ZERO);
        } catch (CompletionException e) {
            throw new NotRecordedException(name, Duration.ZERO);
        }
    }

    /** Creates an execution for a fire; when another node has, nothing happens. */
    @SuppressWarnings("FutureReturnValueIgnored") // whenComplete deals with both ways it may end
    void fire(Start start) {
        record(List.of(start), false).whenComplete((refused, error) -> {
            if (error != null) {
                // This node is dead or the store gone; looking again at once would find the same.
                time.after(PAUSE, () -> lookBack(start.definition()));
            } else if (refused.get(start.id()) instanceof Store.Refusal.TooSoon) {
                lookBack(start.definition());
            }
        });
    }

    private void lookBack(Definition definition) {
        machinery.later(() -> {
            try {
                Fires fires = definition.fires();
                if (fires != null) {
                    fires.lookBack();
                }
            } catch (StoreUnavailableException e) {
                outage.noticed(e);
                time.after(PAUSE, () -> lookBack(definition));
            }
        });
    }

    private CompletableFuture<Map<UUID, Store.Refusal>> record(List<Start> starts, boolean helped) {
        home.openAgain();
        boolean busy = home.isBusy();
        Map<UUID, byte[]> plans = new HashMap<>();
        List<Store.Creation> creations = new ArrayList<>(starts.size());
        for (Start start : starts) {
            Plan plan = start.shape().plan();
            if (recorder.isNewPlan(plan.id())) {
                plans.computeIfAbsent(plan.id(), id -> plan.toBytes());
            }
            boolean adrift = busy || !start.definition().isServedBy(machinery.ready()::serves);
            creations.add(new Store.Creation(toRecord(start), start.fire(), adrift));
        }
        starts.forEach(start -> underWay.add(start.id()));
        return recorder.create(creations, plans, helped)
                .thenApply(refused -> {
                    settleIn(starts, creations, refused.keySet());
                    if (busy) {
                        intake.look();
                    }
                    return refused;
                })
                .whenComplete((refused, error) -> starts.forEach(start -> underWay.remove(start.id())));
    }

    /** Whether an execution is being created that is not known here yet. */
    boolean isUnderWay(UUID id) {
        return underWay.contains(id);
    }

    private void settleIn(List<Start> starts, List<Store.Creation> creations, Set<UUID> refused) {
        for (int i = 0; i < starts.size(); i++) {
            if (!creations.get(i).adrift() && !refused.contains(starts.get(i).id())) {
                LiveExecution execution = live(starts.get(i), creations.get(i).execution());
                if (home.moveIn(execution, creations.get(i).execution().place().home())) {
                    begin.accept(execution);
                } else if (archive.findActive(execution.id) == null) {
                    // This node became another while it was being recorded, as one of which is not known here.
                    home.seekStrays();
                }
            }
        }
    }

    private static LiveExecution live(Start start, ExecutionRecord record) {
        LiveExecution execution = new LiveExecution(
                start.definition(),
                start.shape(),
                start.cause(),
                new Progress(start.shape().plan()),
                record);
        Unsaved unsaved = execution.unsaved;
        if (unsaved != null) {
            unsaved.setSaved(Records.summary(execution));
        }
        return execution;
    }

    private ExecutionRecord toRecord(Start start) {
        LiveExecution.Cause cause = start.cause();
        return new ExecutionRecord(
                start.id(),
                start.definition().name(),
                new ExecutionRecord.Cause(
                        cause.trigger(),
                        cause.scheduled(),
                        cause.created(),
                        cause.notBefore(),
                        store.codec().encodeAll(cause.parameters()),
                        cause.key()),
                start.definition().place(store.node()),
                new ExecutionRecord.State(
                        start.shape().plan().id(),
                        ExecutionStatus.RUNNING,
                        0,
                        0,
                        0,
                        start.shape().plan().size()));
    }
}
