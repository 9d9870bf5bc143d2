package dev.baton.engine;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.WorkflowPolicy;
import dev.baton.error.BatonClosedException;
import dev.baton.policy.Overlap;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where executions begin and end, and are found. Safe from any thread. */
public final class Executions {

    private static final Logger LOG = LoggerFactory.getLogger(Executions.class);

    private final Time time;
    private final Ids ids;
    private final MemoryStore store;
    private final Machinery machinery;
    private final Consumer<Definition> doneForGood;

    /**
     * Makes a place for executions.
     *
     * @param doneForGood told of a definition that was to run once and has
     */
    Executions(Settings settings, Consumer<Definition> doneForGood) {
        this.time = settings.time();
        this.ids = new Ids(time);
        this.store = new MemoryStore(settings.retention());
        this.doneForGood = doneForGood;
        this.machinery = new Machinery(settings, new Machinery.ExecutionEnds() {
            @Override
            public void ended(LiveExecution execution) {
                end(execution);
            }

            @Override
            public void reopened(LiveExecution execution) {
                store.reopened(execution);
            }
        });
    }

    Machinery machinery() {
        return machinery;
    }

    // ---- their begin and end

    Execution start(
            Definition definition,
            Definition.Shape shape,
            Trigger trigger,
            Instant scheduled,
            Map<String, ?> parameters) {
        Map<String, Object> all = merge(shape.policy().parameters(), parameters);
        LiveExecution.Cause cause = new LiveExecution.Cause(trigger, Time.toMicros(scheduled), all);
        LiveExecution execution = new LiveExecution(ids.next(), definition, shape, cause, time.micros());
        store.add(execution);
        begin(execution);
        return handle(execution);
    }

    private void begin(LiveExecution execution) {
        Overlap overlap = execution.policy.overlap();
        if (execution.definition instanceof WorkflowDefinition workflow) {
            if (workflow.isPaused()) {
                machinery.tell(execution, turn -> turn.keepOut(Why.PAUSED));
                return;
            }
            if (!overlap.isUnlimited()) {
                switch (workflow.slots().enter(new WorkflowTicket(machinery, execution), overlap)) {
                    case ADMITTED -> machinery.tell(execution, Turn::start);
                    case WAITS -> LOG.debug("{} waits for its turn", execution);
                    case REFUSED -> machinery.tell(execution, turn -> turn.keepOut(Why.EXECUTION_OVERLAP));
                }
                return;
            }
        }
        machinery.tell(execution, Turn::start);
    }

    private static Map<String, Object> merge(Map<String, Object> defaults, Map<String, ?> given) {
        if (given.isEmpty()) {
            return defaults;
        }
        Map<String, Object> all = new LinkedHashMap<>(defaults);
        all.putAll(given);
        return Collections.unmodifiableMap(all);
    }

    private void end(LiveExecution execution) {
        store.ended(execution);
        machinery.notifier().executionFinished(execution);
        Definition definition = execution.definition;
        if (definition instanceof WorkflowDefinition workflow
                && !execution.policy.overlap().isUnlimited()) {
            workflow.slots().leave(new WorkflowTicket(machinery, execution), execution.policy.overlap());
        }
        if (definition.timing().once() && isItsOneFire(execution)) {
            doneForGood.accept(definition);
        }
        execution.end.complete(null);
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

    /** Tells all running bodies to stop, and their runs to wait for another start. */
    void handBack() {
        for (LiveExecution execution : store.active()) {
            machinery.order(execution, turn -> {
                for (int step = 0; step < execution.plan.size(); step++) {
                    if (execution.leases.get(step) instanceof Attempt attempt) {
                        attempt.stop(Stop.SHUTDOWN);
                    }
                }
            });
        }
    }

    /** Tells whoever waits for an execution that it will not end. */
    void abandon() {
        for (LiveExecution execution : store.active()) {
            execution.end.completeExceptionally(new BatonClosedException("waiting for " + execution));
        }
    }

    /** Forgets what retention does not keep any longer. */
    void prune() {
        store.prune(time.micros());
    }

    // ---- finding them

    /** An execution by its id. */
    public Optional<Execution> find(UUID id) {
        return Optional.ofNullable(store.find(id)).map(this::handle);
    }

    /** The active executions, the oldest first. */
    public List<Execution> active() {
        return store.active().stream()
                .sorted(Comparator.comparing((LiveExecution e) -> e.id))
                .map(this::handle)
                .toList();
    }

    /** The ended executions of a job or workflow, the newest first. */
    public List<Execution> past(String name) {
        return store.past(name).stream().map(this::handle).toList();
    }

    /** Whether a body of this job, or of a step of this workflow, runs now. */
    public boolean isRunning(String name) {
        return store.active().stream().anyMatch(execution -> machinery.ask(execution, turn -> runs(execution, name)));
    }

    private static boolean runs(LiveExecution execution, String name) {
        boolean all = execution.definition.name().equals(name);
        for (int step = 0; step < execution.plan.size(); step++) {
            boolean asked = all || execution.nodes[step].job().name().equals(name);
            if (asked && execution.status(step) == RunStatus.RUNNING) {
                return true;
            }
        }
        return false;
    }

    private Execution handle(LiveExecution execution) {
        return new ExecutionHandle(machinery, execution);
    }
}
