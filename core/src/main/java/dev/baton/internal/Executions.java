package dev.baton.internal;

import dev.baton.Execution;
import dev.baton.Execution.Cancellation;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.error.BatonClosedException;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.cluster.Created;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.Node;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Releases;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.journal.Archive;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.internal.view.Snapshots;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and finds executions for users. Safe from any thread. */
public final class Executions {

    private static final Logger LOG = LoggerFactory.getLogger(Executions.class);
    private static final int RUNS_AT_ONCE = 1_000;

    private final ExecutionOwner owner;
    private final Time time;
    private final Explanations explanations;
    private final Consumer<Runnable> later;
    /** By a key of their own, as futures have no equality. */
    private final Map<Object, CompletableFuture<Execution>> followed = new ConcurrentHashMap<>();

    private volatile boolean abandoned;
    private final @Nullable ScheduleStore store;

    Executions(ExecutionOwner owner, ReadyRuns ready, @Nullable ScheduleStore store) {
        this.owner = owner;
        this.store = store;
        this.time = ready.services().time();
        this.later = ready::later;
        this.explanations = new Explanations(owner, ready);
    }

    /** Says why runs and executions are where they are. */
    Explanations explanations() {
        return explanations;
    }

    Time time() {
        return time;
    }

    /** Starts executions, all or none of them, and returns when it is certain that they will run. */
    List<Execution> start(List<Start> starts) {
        List<Execution> handles = new ArrayList<>(starts.size());
        for (Created created : owner.create(starts)) {
            LiveExecution live = created.live();
            handles.add(live == null ? new ExecutionHandle(this, created.start()) : handle(live));
        }
        return handles;
    }

    /** The handle of an execution that a caller's transaction has recorded under this id, now or earlier. */
    Execution enqueued(Start start, UUID id) {
        if (store == null) {
            throw new IllegalStateException("a scheduler in memory has no database, and so no transaction to join");
        }
        LiveExecution found = id.equals(start.id()) ? null : owner.archive().find(id);
        Start recorded = new Start(id, start.definition(), start.plan(), start.cause(), null);
        return found == null ? new ExecutionHandle(this, recorded) : handle(found);
    }

    /** The execution with this id. */
    public Optional<Execution> find(UUID id) {
        return Optional.ofNullable(owner.archive().findBriefly(id)).map(this::handle);
    }

    /**
     * The current state of an execution, looked up again.
     *
     * @param known its state when it was last looked up; null for never
     */
    LiveExecution refresh(UUID id, @Nullable LiveExecution known) {
        LiveExecution found = owner.archive().find(id);
        if (found != null) {
            return found;
        }
        if (known != null && known.status().isTerminal() && !known.end().isCompletedExceptionally()) {
            // Retention has removed the execution since; its last known state is still true.
            return known;
        }
        throw NoSuchExecutionException.id(id);
    }

    /** Runs of an execution from this number on, as many as are read at a time. */
    List<Run> runsFrom(UUID id, @Nullable LiveExecution known, int from) {
        int to = from + RUNS_AT_ONCE;
        if (known != null && !known.isGone()) {
            return Snapshots.page(known, from, to);
        }
        Archive.Part part = owner.archive().findPart(id, from, to);
        return part == null
                ? Snapshots.page(refresh(id, known), from, to)
                : Snapshots.page(part.execution(), from, Math.min(to, part.next()));
    }

    /** The current status of an execution, read from one row if this node does not own it. */
    Archive.Glance look(UUID id, @Nullable LiveExecution known) {
        LiveExecution here = known == null || known.isGone() ? null : known;
        Archive.Glance glance = here == null ? owner.archive().look(id) : null;
        if (glance != null) {
            return glance;
        }
        LiveExecution found = here == null ? refresh(id, known) : here;
        return new Archive.Glance(found.status(), found.ended());
    }

    /** Applies a command to an execution, on whichever node owns it. */
    Cancellation command(UUID id, Command command) {
        return owner.command(id, command);
    }

    /** Moves an execution that waits for its time. */
    void reschedule(UUID id, long notBefore) {
        LiveExecution found = refresh(id, null);
        boolean moved = store == null
                ? found.change(turn -> Command.reschedule(turn, notBefore))
                : store.reschedule(id, notBefore);
        if (!moved) {
            throw new NotPossibleException(
                    found.status().isTerminal()
                            ? found + " has ended."
                            : found
                                    + " has begun, or was held before it began: only an execution that waits for its time can be"
                                    + " moved to another.");
        }
        owner.wake();
    }

    /** The active executions, the oldest first. */
    public List<Execution> active() {
        return owner.activeAnywhere().stream()
                .sorted(Comparator.comparing(LiveExecution::id))
                .map(this::handle)
                .toList();
    }

    /** The ended executions of a job or workflow, the newest first. */
    public List<Execution> past(String name) {
        return owner.archive().past(name).stream().map(this::handle).toList();
    }

    /** Waits until all that are active now have ended. Returns the newest of them, or else the newest that is kept. */
    Optional<Execution> awaitAll(String name, Duration atMost) throws InterruptedException {
        long deadline = time.micros() + Time.toMicros(atMost);
        Execution newest = null;
        for (Execution execution : active()) {
            if (execution.name().equals(name)) {
                newest = execution.await(Duration.of(Math.max(0, deadline - time.micros()), ChronoUnit.MICROS));
            }
        }
        return newest != null ? Optional.of(newest) : past(name).stream().findFirst();
    }

    /** Whether a body of this job, or of a step of this workflow, runs now. */
    public boolean isRunning(String name) {
        return owner.archive().active().stream().anyMatch(execution -> execution.ask(turn -> runs(execution, name)));
    }

    private static boolean runs(LiveExecution execution, String name) {
        boolean all = execution.definition().name().equals(name);
        for (int step = 0; step < execution.plan().size(); step++) {
            Node node = execution.node(step);
            boolean asked =
                    all || node.job().name().equals(name) || node.countsAs().equals(name);
            if (asked && execution.status(step) == RunStatus.RUNNING) {
                return true;
            }
        }
        return false;
    }

    Execution handle(LiveExecution execution) {
        return new ExecutionHandle(this, execution);
    }

    /** Completes a future when an execution has ended, on a thread for callbacks. */
    CompletableFuture<Execution> follow(ExecutionHandle handle) {
        CompletableFuture<Execution> ended = new CompletableFuture<>();
        Object key = new Object();
        followed.put(key, ended);
        later.accept(() -> follow(handle, key, ended));
        if (abandoned) {
            // Nothing is called later any more.
            follow(handle, key, ended);
        }
        return ended;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // whenComplete deals with both ways it may end
    private void follow(ExecutionHandle handle, Object key, CompletableFuture<Execution> ended) {
        try {
            LiveExecution known = handle.lookAgain();
            if (ExecutionHandle.isOver(known)) {
                followed.remove(key);
                ended.complete(handle);
            } else if (known.isGone()) {
                time.after(ExecutionHandle.LOOK_EVERY, () -> later.accept(() -> follow(handle, key, ended)));
            } else {
                known.end().whenComplete((end, error) -> later.accept(() -> follow(handle, key, ended)));
            }
        } catch (RuntimeException e) {
            followed.remove(key);
            ended.completeExceptionally(e);
        }
    }

    // ---- life cycle

    /** Tells all running bodies to stop; their runs become pending again. */
    void handBack() {
        for (LiveExecution execution : owner.archive().active()) {
            execution.tell(turn -> Releases.stopRunning(turn, StopReason.SHUTDOWN));
        }
    }

    /** Hands back the runs of bodies that were told to stop and have not stopped: they count as not started. */
    void giveUpRunning() {
        for (LiveExecution execution : owner.archive().active()) {
            execution.ask(turn -> {
                Releases.giveUpRunning(turn);
                return true;
            });
        }
    }

    /** Whether this engine has stopped advancing and looking for executions. */
    boolean isAbandoned() {
        return abandoned;
    }

    /**
     * Tells callers that wait for an execution that it will not end here. What callers have asked for next is their code,
     * and so is called on other threads.
     */
    void abandon() {
        abandoned = true;
        for (LiveExecution execution : owner.archive().active()) {
            execution.end().completeExceptionally(new BatonClosedException("waiting for " + execution));
        }
        followed.values()
                .forEach(ended -> later.accept(() ->
                        ended.completeExceptionally(new BatonClosedException("waiting for an execution to end"))));
    }

    /** Removes executions that retention does not keep. */
    void prune() {
        try {
            owner.prune();
        } catch (StoreUnavailableException e) {
            LOG.debug("what is too old is removed when the store is back");
        }
    }
}
