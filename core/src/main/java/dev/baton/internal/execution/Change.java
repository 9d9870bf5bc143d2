package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The result of one turn of an execution: the rows to write, the permits returned, a transaction to commit with them,
 * and the effects that follow once all that is recorded. Filled within the turn, and sealed at its end; nothing else
 * leaves a turn.
 */
public final class Change extends Mailbox.Item {

    private static final Logger LOG = LoggerFactory.getLogger(Change.class);

    private final LiveExecution execution;
    private final ChangedSteps steps = new ChangedSteps();
    private final List<Effect> effects = new ArrayList<>(4);
    private List<Effect> signals = List.of();
    private List<Store.ReturnedPermit> left = List.of();
    private List<Successors.Started> created = List.of();
    private Store.@Nullable Transaction transaction;
    private boolean onItsOwn;

    // Sealed at the end of the turn.
    private ExecutionStatus status = ExecutionStatus.RUNNING;
    private Map<Integer, RunRecord> runs = Map.of();
    private @Nullable ExecutionRecord record;

    Change(LiveExecution execution) {
        this.execution = execution;
    }

    /** The execution that changed. */
    public LiveExecution execution() {
        return execution;
    }

    // ---- within the turn

    /** Notes that the state of a run has changed; other threads see it once the change is recorded. */
    void moved(int step) {
        steps.moved(step);
    }

    /** Notes that a run must be written. */
    void touch(int step) {
        steps.write(step);
    }

    /** Notes that an attempt caused the change, by its end or by what it leaves while it runs. */
    void byAttempt(int step) {
        steps.byAttempt(step);
    }

    void then(Effect effect) {
        effects.add(effect);
    }

    /** Adds a signal, which is sent as soon as the turn is over. */
    void signal(Effect signal) {
        if (signals.isEmpty()) {
            signals = new ArrayList<>(2);
        }
        signals.add(signal);
    }

    void leave(Store.ReturnedPermit permit) {
        if (left.isEmpty()) {
            left = new ArrayList<>(2);
        }
        left.add(permit);
    }

    void create(Successors.Started started) {
        created = new ArrayList<>(created);
        created.add(started);
    }

    /** A body has written to this transaction, which is to be committed with the end of its run. */
    void bring(Store.@Nullable Transaction bodys) {
        transaction = bodys;
    }

    /** The message that it is of must not be recorded with others. */
    void setOnItsOwn() {
        onItsOwn = true;
    }

    boolean isEmpty() {
        return steps.isEmpty()
                && effects.isEmpty()
                && signals.isEmpty()
                && left.isEmpty()
                && created.isEmpty()
                && transaction == null;
    }

    /** Ends the turn: the statuses that others will see are those of this moment. */
    void seal() {
        steps.seal(execution.states());
        status = execution.statusNow();
    }

    // ---- for the journal

    /** Hands out the steps whose runs are to be written, some perhaps twice. */
    public void eachTouched(IntConsumer what) {
        steps.eachToWrite(what);
    }

    /** Hands out the steps whose attempts caused the change, some perhaps twice. */
    public void eachByAttempt(IntConsumer what) {
        steps.eachByAttempt(what);
    }

    /** Adds a row to write; still within the turn. */
    public void write(RunRecord run) {
        if (runs.isEmpty()) {
            runs = new LinkedHashMap<>(4);
        }
        runs.put(run.step(), run);
    }

    /** Adds the execution's own row to write; still within the turn. */
    public void write(ExecutionRecord newRecord) {
        record = newRecord;
    }

    /** Whether there are rows to write, and not only effects. */
    public boolean isToWrite() {
        return !runs.isEmpty() || record != null || !left.isEmpty() || !created.isEmpty() || transaction != null;
    }

    /** Whether the change must be recorded separately, in a body's transaction. */
    public boolean hasTransaction() {
        return transaction != null;
    }

    /** Whether the change must be neither folded into another nor have another folded into it. */
    public boolean isOnItsOwn() {
        return onItsOwn || hasTransaction();
    }

    /** The rows of runs to write. */
    public Iterable<RunRecord> runs() {
        return runs.values();
    }

    /** The execution's own row to write; null when it has not changed. */
    public @Nullable ExecutionRecord record() {
        return record;
    }

    /** The executions to create, with their parameters in the form that is kept. */
    public void eachCreated(BiConsumer<Start, String> what) {
        created.forEach(one -> what.accept(one.start(), Objects.requireNonNull(one.parameters())));
    }

    /** The permits given back. */
    public List<Store.ReturnedPermit> left() {
        return left;
    }

    /** The transaction to write it in, which is the caller's from now on; null for none. */
    public Store.@Nullable Transaction takeTransaction() {
        Store.Transaction taken = transaction;
        transaction = null;
        return taken;
    }

    /** Merges the next change of the same execution into this one. Neither has to be on its own. */
    public void fold(Change next) {
        steps.addAll(next.steps);
        status = next.status;
        next.runs.values().forEach(this::write);
        record = next.record == null ? record : next.record;
        next.left.forEach(this::leave);
        next.created.forEach(this::create);
        effects.addAll(next.effects);
    }

    /** Whether there are signals to send. */
    boolean hasSignals() {
        return !signals.isEmpty();
    }

    /** Sends the signals. Called when the turn is over, before the change is recorded. */
    public void send(EffectHandler handler) {
        have(signals, handler, false);
    }

    /** Makes a recorded change visible, and runs its effects. An effect that throws does not prevent the others. */
    public void happen(EffectHandler handler, boolean byWorker) {
        steps.show(execution.shown());
        execution.shown().show(status);
        have(effects, handler, byWorker);
    }

    private void have(List<Effect> all, EffectHandler handler, boolean byWorker) {
        for (Effect effect : all) {
            try {
                effect.happen(handler, byWorker);
            } catch (RuntimeException | Error e) {
                LOG.error("{}: something that follows from what was recorded failed; the rest goes on", execution, e);
            }
        }
    }

    /** Drops a change that will not be recorded, because another node owns the execution by now. */
    public void drop() {
        drop(Effect::drop);
    }

    /**
     * Drops a change that the store refuses.
     *
     * @param why why, in words
     */
    public void refuse(String why) {
        drop(effect -> effect.refuse(why));
    }

    private void drop(Consumer<Effect> how) {
        Store.Transaction unwanted = takeTransaction();
        if (unwanted != null) {
            unwanted.close();
        }
        for (Effect effect : effects) {
            try {
                how.accept(effect);
            } catch (RuntimeException | Error e) {
                LOG.error(
                        "{}: an effect of a change that is not recorded could not be dropped; the others are",
                        execution,
                        e);
            }
        }
    }
}
