package dev.baton.engine;

import dev.baton.Body;
import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.WorkflowPolicy;
import dev.baton.graph.IntList;
import dev.baton.graph.Plan;
import dev.baton.graph.Progress;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of one execution, in arrays by step: some forty bytes each. What is in it changes in a {@link Turn} only, one
 * thread at a time; the exceptions are the leases, which workers take by compare-and-set, and the volatile fields.
 */
final class LiveExecution {

    /** In {@link #leases}: the run is ready, and whoever puts its {@link Attempt} in place of this has it. */
    static final Object OPEN = new Object();

    final UUID id;
    final Definition definition;
    /** The graph as it was at the start: the one that is recorded. */
    final Plan startedOn;

    /** The graph with all that bodies have added since. */
    Plan plan;

    Node[] nodes;
    final WorkflowPolicy policy;
    final Cause cause;
    final Inbox inbox = new Inbox();
    private @Nullable Body<?>[] plainBodies;
    private @Nullable Turn turn;

    final Progress progress;
    long[] started;
    long[] finished;
    short[] attempts;
    byte[] why;
    /** By step: {@link #OPEN}, the attempt that runs it, or null when it is neither ready nor running. */
    final StepLeases leases;

    private @Nullable Object @Nullable [] outputs;
    private volatile @Nullable Map<Integer, Notes> notes;

    volatile ExecutionStatus status = ExecutionStatus.RUNNING;
    volatile boolean heldByHand;
    volatile CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    volatile long ended;

    /** Ready steps that wait for the end of a hold. */
    final IntList parked = new IntList();

    final List<Time.Timer> timers = new ArrayList<>(0);
    boolean begun;
    /** When it began; its own time limits count from there. */
    long begunAt;

    boolean cancelled;
    boolean timedOut;
    boolean failedFast;

    /** What is to be recorded; null where nothing is. */
    final @Nullable Unsaved unsaved;

    /** Some of its runs are let in one after another: after a restart it must be known which had been. */
    boolean hasLimitedRuns;

    /** How it was created; null where nothing is recorded. */
    final @Nullable ExecutionRecord record;

    /** Lets only some of its steps be out at a time; null where there is no such limit. */
    final @Nullable Throttle throttle;

    /** Who waits for runs of it from outside. */
    final List<Externals.Watcher> watchers = new ArrayList<>(0);

    /** Another node may be its home by now: what happens here counts no longer. Never set back. */
    volatile boolean gone;

    /**
     * What started an execution.
     *
     * @param trigger why
     * @param scheduled the instant it was scheduled for, in microseconds
     * @param created when it was created, in microseconds
     * @param notBefore it does not begin before this, in microseconds
     * @param parameters what it was given
     * @param key nobody wants a second one with this key; null for none
     */
    record Cause(
            Trigger trigger,
            long scheduled,
            long created,
            long notBefore,
            Map<String, Object> parameters,
            @Nullable String key) {}

    /** One that is kept in memory alone. */
    LiveExecution(UUID id, Definition definition, Definition.Shape shape, Cause cause) {
        this(id, definition, shape, cause, new Progress(shape.plan()), null);
    }

    /** One that is recorded. */
    LiveExecution(
            Definition definition, Definition.Shape shape, Cause cause, Progress progress, ExecutionRecord record) {
        this(record.id(), definition, shape, cause, progress, record);
    }

    private LiveExecution(
            UUID id,
            Definition definition,
            Definition.Shape shape,
            Cause cause,
            Progress progress,
            @Nullable ExecutionRecord record) {
        this.id = id;
        this.definition = definition;
        this.startedOn = shape.plan();
        this.plan = startedOn;
        this.nodes = shape.nodes();
        this.plainBodies = shape.plainBodies();
        this.policy = shape.policy();
        this.throttle = policy.parallel() == Integer.MAX_VALUE ? null : new Throttle(policy.parallel());
        this.cause = cause;
        this.record = record;
        this.unsaved = record == null ? null : new Unsaved();
        this.hasLimitedRuns = record != null && shape.hasLimitedRuns();
        int size = plan.size();
        this.progress = progress;
        this.started = new long[size];
        this.finished = new long[size];
        this.attempts = new short[size];
        this.why = new byte[size];
        this.leases = new StepLeases(size);
    }

    /**
     * Goes on with a larger shape, whose first steps are the ones that are there; within its turn. Others may be reading:
     * they see the tables of before or those of after, and what they read of steps they know of is the same in both.
     */
    void grow(Definition.Shape larger) {
        int size = larger.plan().size();
        leases.grow(size);
        long[] newStarted = Arrays.copyOf(started, size);
        long[] newFinished = Arrays.copyOf(finished, size);
        short[] newAttempts = Arrays.copyOf(attempts, size);
        byte[] newWhy = Arrays.copyOf(why, size);
        @Nullable Object[] newOutputs = outputs == null ? null : Arrays.copyOf(outputs, size);
        VarHandle.releaseFence();
        started = newStarted;
        finished = newFinished;
        attempts = newAttempts;
        why = newWhy;
        outputs = newOutputs;
        nodes = larger.nodes();
        plainBodies = larger.plainBodies();
        plan = larger.plan();
        hasLimitedRuns = record != null && larger.hasLimitedRuns();
    }

    /** Whether a body has added steps. */
    boolean hasGrown() {
        return plan != startedOn;
    }

    /** The bodies of plain steps; null for others. */
    @Nullable Body<?>[] plainBodies() {
        return plainBodies;
    }

    /** The turn at this execution; for the thread that has it. */
    Turn turn(Machinery machinery) {
        Turn known = turn;
        if (known == null) {
            known = new Turn(machinery, this);
            turn = known;
        }
        return known;
    }

    /** Whether a step has no limits, slots, priority or interceptors to look at, and is neither paused nor removed. */
    boolean isPlain(int step) {
        return plainBodies[step] != null && !definition.isDisturbed();
    }

    /** The body of a plain step; null for others. */
    @Nullable Body<?> plainBody(int step) {
        return plainBodies[step];
    }

    RunId runId(int step) {
        return new RunId(id, step);
    }

    /** Where a run is, the difference between pending and running included. */
    RunStatus status(int step) {
        RunStatus known = progress.status(step);
        return known == RunStatus.PENDING && isRunning(step) ? RunStatus.RUNNING : known;
    }

    private boolean isRunning(int step) {
        Notes notes = gone ? notes(step) : null;
        return leases.get(step) instanceof Attempt || (notes != null && notes.wasRunning);
    }

    @Nullable Object output(int step) {
        Object output = outputs == null ? null : outputs[step];
        return output instanceof Output kept ? kept.value() : output;
    }

    /** A step's output in the form it is kept in. */
    Codec.@Nullable Encoded encodedOutput(int step) {
        return outputs != null && outputs[step] instanceof Output kept ? kept.encoded : null;
    }

    void output(int step, Object output) {
        if (outputs == null) {
            outputs = new Object[plan.size()];
        }
        outputs[step] = output;
    }

    /** The step's notes, if it has any. */
    @Nullable Notes notes(int step) {
        Map<Integer, Notes> known = notes;
        return known == null ? null : known.get(step);
    }

    /** The step's notes, to write to. */
    Notes note(int step) {
        Map<Integer, Notes> known = notes;
        if (known == null) {
            synchronized (this) {
                known = notes;
                if (known == null) {
                    known = new ConcurrentHashMap<>();
                    notes = known;
                }
            }
        }
        return known.computeIfAbsent(step, s -> new Notes());
    }

    /** Whether what has not started will not start any more, the final step aside. */
    boolean isStopping() {
        return cancelled || timedOut || failedFast;
    }

    @Override
    public String toString() {
        return "execution " + id + " of " + definition.name();
    }
}
