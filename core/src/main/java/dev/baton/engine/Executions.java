package dev.baton.engine;

import dev.baton.Execution;
import dev.baton.Execution.Cancellation;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.WorkflowPolicy;
import dev.baton.error.BatonClosedException;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where executions begin and end, and are found. Safe from any thread. */
public final class Executions {

    private static final Logger LOG = LoggerFactory.getLogger(Executions.class);

    private final Time time;
    private final Keys keys = new Keys();
    private final Archive archive;
    private final Machinery machinery;
    private final @Nullable Home home;
    private final Consumer<Definition> doneForGood;
    private volatile boolean abandoned;

    /**
     * Makes a place for executions.
     *
     * @param doneForGood told of a definition that was to run once and has
     */
    Executions(Settings settings, Registry registry, Consumer<Definition> doneForGood) {
        this.time = settings.time();
        this.doneForGood = doneForGood;
        Machinery.ExecutionEnds ends = new Machinery.ExecutionEnds() {
            @Override
            public void ended(LiveExecution execution, CompletableFuture<@Nullable Void> end) {
                end(execution, end);
            }

            @Override
            public void reopened(LiveExecution execution) {
                archive.reopened(execution);
            }

            @Override
            public @Nullable LiveExecution find(UUID id) {
                return archive.find(id);
            }

            @Override
            public @Nullable LiveExecution withKey(String key) {
                Store store = settings.store();
                return store == null
                        ? keys.find(key)
                        : store.withKey(key).map(archive::find).orElse(null);
            }

            @Override
            public Execution handle(LiveExecution execution) {
                return Executions.this.handle(execution);
            }

            @Override
            public void lost(LiveExecution execution) {
                lose(execution);
            }
        };
        if (settings.store() == null) {
            this.home = null;
            this.archive = new MemoryArchive(settings.retention());
            this.machinery =
                    new Machinery(settings, registry, ends, null, (m, host) -> new MemoryGates(settings.time(), host));
        } else {
            this.home = new Home(settings, settings.store(), registry, ends, this::begin);
            this.archive = home.archive();
            this.machinery = home.machinery();
        }
    }

    Machinery machinery() {
        return machinery;
    }

    /** This node as the home of executions; null where everything is in memory. */
    @Nullable Home home() {
        return home;
    }

    // ---- their begin and end

    /** Starts executions, all or none of them, and returns when it is certain that they will run. */
    List<Execution> start(List<Start> starts) {
        if (home != null) {
            return home.births().create(starts).stream().map(this::handle).toList();
        }
        List<Execution> started = new ArrayList<>(starts.size());
        for (Start start : starts) {
            LiveExecution known = keys.find(start.cause().key());
            if (known == null) {
                known = new LiveExecution(start.id(), start.definition(), start.shape(), start.cause());
                archive.add(known);
                keys.add(start.cause().key(), known);
                begin(known);
            }
            started.add(handle(known));
        }
        return started;
    }

    /** Starts an execution because its schedule fired, unless another node has. */
    void fire(Start start) {
        if (home == null) {
            start(List.of(start));
        } else {
            home.births().fire(start);
        }
    }

    /** Lets an execution begin, when it is its time and its turn. */
    private void begin(LiveExecution execution) {
        if (execution.cause.notBefore() > time.micros()) {
            time.at(Time.toInstant(execution.cause.notBefore()), () -> begin(execution));
            return;
        }
        boolean isWorkflow = execution.definition instanceof WorkflowDefinition;
        if (isWorkflow && execution.definition.isPaused()) {
            machinery.tell(execution, turn -> turn.keepOut(Why.PAUSED));
        } else if (isWorkflow && Admissions.isLimited(execution)) {
            switch (Admissions.enter(machinery.gates(), execution)) {
                case ADMITTED -> machinery.tell(execution, Turn::start);
                case WAITS -> LOG.debug("{} waits for its turn", execution);
                case REFUSED -> machinery.tell(execution, turn -> turn.keepOut(Why.EXECUTION_OVERLAP));
            }
        } else {
            machinery.tell(execution, Turn::start);
        }
    }

    static Map<String, Object> merge(Map<String, Object> defaults, Map<String, ?> given) {
        if (given.isEmpty()) {
            return defaults;
        }
        Map<String, Object> all = new LinkedHashMap<>(defaults);
        all.putAll(given);
        return Collections.unmodifiableMap(all);
    }

    private void end(LiveExecution execution, CompletableFuture<@Nullable Void> end) {
        archive.ended(execution);
        machinery.notifier().executionFinished(execution);
        Definition definition = execution.definition;
        if (definition.timing().once() && isItsOneFire(execution)) {
            doneForGood.accept(definition);
        }
        end.complete(null);
        callBack(execution);
    }

    /** A job that runs once is done after its fire; one that never fires by itself, after whatever triggered it. */
    private static boolean isItsOneFire(LiveExecution execution) {
        Trigger trigger = execution.cause.trigger();
        return trigger == Trigger.SCHEDULE || trigger == Trigger.CATCH_UP || execution.definition.fires() == null;
    }

    private void callBack(LiveExecution execution) {
        WorkflowPolicy.Callbacks callbacks = execution.policy.callbacks();
        boolean success = execution.status == ExecutionStatus.SUCCESS;
        Consumer<? super Execution> callback = success ? callbacks.onSuccess() : callbacks.onFailure();
        if (callback != WorkflowPolicy.Callbacks.NOTHING) {
            machinery.later(() -> {
                try {
                    callback.accept(handle(execution));
                } catch (Throwable e) {
                    LOG.error("{}: its callback failed", execution, e);
                }
            });
        }
    }

    /** What happens to it here counts no longer: its bodies stop, whoever waits for it looks elsewhere. */
    private void lose(LiveExecution execution) {
        execution.gone = true;
        machinery.tell(execution, turn -> {
            turn.letGo();
            execution.end.completeExceptionally(new MovedException());
        });
        if (home != null) {
            home.archive().remove(execution);
        }
    }

    /** Tells all running bodies to stop, and their runs to wait for another start. */
    void handBack() {
        for (LiveExecution execution : archive.active()) {
            machinery.ask(execution, turn -> {
                turn.stopRunning(Stop.SHUTDOWN);
                return true;
            });
        }
    }

    /** Whether executions are not advanced here any more, nor looked for. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** Tells whoever waits for an execution that it will not end. */
    void abandon() {
        abandoned = true;
        for (LiveExecution execution : archive.active()) {
            execution.end.completeExceptionally(new BatonClosedException("waiting for " + execution));
        }
    }

    /** Forgets what retention does not keep any longer. */
    void prune() {
        try {
            if (home != null) {
                home.forgetPlans();
            }
            archive.prune(time.micros());
            keys.prune(archive);
        } catch (StoreUnavailableException e) {
            LOG.debug("what is too old is removed when the store is back");
        }
    }

    // ---- finding them

    /** An execution by its id. */
    public Optional<Execution> find(UUID id) {
        return Optional.ofNullable(archive.find(id)).map(this::handle);
    }

    /** An execution as it is now, found again. */
    LiveExecution refresh(LiveExecution known) {
        LiveExecution found = archive.find(known.id);
        if (found != null) {
            return found;
        }
        if (known.status.isTerminal() && !known.end.isCompletedExceptionally()) {
            // Retention has removed it since; what is known of it is as true as ever.
            return known;
        }
        throw NoSuchExecutionException.id(known.id);
    }

    /** Does something to an execution, wherever it is advanced. */
    Cancellation command(LiveExecution known, Command command) {
        return home == null
                ? machinery.change(known, command::apply)
                : home.commands().apply(known.id, command);
    }

    /** The active executions, the oldest first. */
    public List<Execution> active() {
        Collection<LiveExecution> active = home == null ? archive.active() : home.activeAnywhere();
        return active.stream()
                .sorted(Comparator.comparing((LiveExecution e) -> e.id))
                .map(this::handle)
                .toList();
    }

    /** The ended executions of a job or workflow, the newest first. */
    public List<Execution> past(String name) {
        return archive.past(name).stream().map(this::handle).toList();
    }

    /** Whether a body of this job, or of a step of this workflow, runs now. */
    public boolean isRunning(String name) {
        return archive.active().stream().anyMatch(execution -> machinery.ask(execution, turn -> runs(execution, name)));
    }

    private static boolean runs(LiveExecution execution, String name) {
        boolean all = execution.definition.name().equals(name);
        for (int step = 0; step < execution.plan.size(); step++) {
            Node node = execution.nodes[step];
            boolean asked =
                    all || node.job().name().equals(name) || node.countsAs().equals(name);
            if (asked && execution.status(step) == RunStatus.RUNNING) {
                return true;
            }
        }
        return false;
    }

    private Execution handle(LiveExecution execution) {
        return new ExecutionHandle(this, execution);
    }
}
