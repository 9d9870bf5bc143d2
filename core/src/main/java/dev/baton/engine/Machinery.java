package dev.baton.engine;

import dev.baton.Interceptor;
import dev.baton.RunPolicy;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What all executions share: time, the queue of ready runs, the worker, the listeners. Messages to executions go through
 * here, and workers take their runs from here.
 */
final class Machinery implements Worker.Source {

    /** How many messages somebody who is no worker applies in one go. */
    private static final int LONGEST_TURN = 1_000;

    /** A node that runs so many bodies leaves what is new to others for a moment. */
    private static final int ENOUGH_RUNNING = 8;

    private static final long FIRST_CHOICE_MICROS = 100_000;

    private final Time time;
    private final Notifier notifier;
    private final List<Interceptor> interceptors;
    private final Duration stopGrace;
    private final ExecutionEnds ends;
    private final ReadyQueue queue = new ReadyQueue();
    private final Worker worker;
    private final @Nullable Recorder recorder;
    private final Gates gates;
    private final Settings.Serving serving;
    private final Externals externals;
    private final Map<RunPolicy.Demand, ReadyQueue> elsewhere = new ConcurrentHashMap<>();
    private final Queue<Attempt> borrowed = new ConcurrentLinkedQueue<>();
    /** Kept count of where this node may take or leave work; null where it has all of it. */
    private final @Nullable Load load;

    private volatile Runnable loadChanged = () -> {};
    private volatile boolean othersWait;
    private final AtomicBoolean waking = new AtomicBoolean();
    private volatile boolean accepting;

    /** Who wants to know that an execution ended, or goes on after its end. */
    interface ExecutionEnds {

        /**
         * It ended.
         *
         * @param end who waits for this end; it may be open again, with another end, by now
         */
        void ended(LiveExecution execution, CompletableFuture<@Nullable Void> end);

        void reopened(LiveExecution execution);

        /** An execution by its id, wherever it is advanced. */
        @Nullable LiveExecution find(UUID id);

        /** What was done to it here does not count any longer. */
        void lost(LiveExecution execution);
    }

    /** Makes the gates; they need the machinery, and it needs them. */
    @FunctionalInterface
    interface GateFactory {

        Gates open(Machinery machinery, Gates.Host host);
    }

    Machinery(Settings settings, ExecutionEnds ends, @Nullable Recorder recorder, GateFactory gates) {
        this.recorder = recorder;
        this.load = recorder == null ? null : new Load();
        this.time = settings.time();
        this.interceptors = settings.interceptors();
        this.stopGrace = settings.stopGrace();
        this.ends = ends;
        this.worker = settings.worker().create(this, time);
        this.notifier = new Notifier(settings.listeners(), worker);
        this.serving = settings.serving();
        this.gates = gates.open(this, new GateHost());
        this.externals = new Externals(this, ends::find);
    }

    Time time() {
        return time;
    }

    Notifier notifier() {
        return notifier;
    }

    List<Interceptor> interceptors() {
        return interceptors;
    }

    Worker worker() {
        return worker;
    }

    boolean isAccepting() {
        return accepting;
    }

    /** How long a body that was told to stop may take over it. */
    Duration stopGrace() {
        return stopGrace;
    }

    Gates gates() {
        return gates;
    }

    Externals externals() {
        return externals;
    }

    /** What this node's worker runs. */
    Settings.Serving serving() {
        return serving;
    }

    /** Passes on what happens at gates; later, since it may happen in another execution's turn. */
    private final class GateHost implements Gates.Host {

        @Override
        public void admitted(Store.Gate gate, Gates.Ticket ticket) {
            boolean whole = ticket.step() == Gates.Ticket.WHOLE;
            tellLater(ticket, whole ? Turn::start : turn -> Admissions.admitted(turn, ticket.step(), gate));
        }

        @Override
        public void refused(Store.Gate gate, Gates.Ticket ticket) {
            boolean whole = ticket.step() == Gates.Ticket.WHOLE;
            tellLater(
                    ticket,
                    whole
                            ? turn -> turn.keepOut(Why.EXECUTION_OVERLAP)
                            : turn -> Admissions.refused(turn, ticket.step(), gate));
        }

        @Override
        public void replaced(Store.Gate gate, Gates.Ticket ticket) {
            boolean whole = ticket.step() == Gates.Ticket.WHOLE;
            tellLater(
                    ticket,
                    whole
                            ? turn -> Commands.cancel(turn, Why.REPLACED, Stop.REPLACED)
                            : turn -> Commands.cancelStep(turn, ticket.step(), Why.REPLACED, Stop.REPLACED));
        }

        private void tellLater(Gates.Ticket ticket, Consumer<Turn> what) {
            later(() -> tell(ticket.execution(), what));
        }
    }

    // ---- messages

    /** Puts a message into an execution's inbox, and applies what is in there unless somebody is at it. */
    void post(LiveExecution execution, Message message) {
        post(execution, message, false);
    }

    /** The same by a worker that will look for its next run right afterwards, and so need not be woken. */
    void postByWorker(LiveExecution execution, Message message) {
        post(execution, message, true);
    }

    private void post(LiveExecution execution, Message message, boolean byWorker) {
        if (execution.inbox.put(message)) {
            apply(execution, message, byWorker);
        }
    }

    private void apply(LiveExecution execution, Message first, boolean byWorker) {
        Turn turn = execution.turn(this);
        turn.begin(byWorker);
        Message message = first;
        for (int applied = 1; message != null; applied++) {
            turn.apply(message);
            if (execution.inbox.isLast(message)) {
                putOut(turn, execution);
            }
            message = execution.inbox.after(message);
            if (applied >= LONGEST_TURN && !byWorker && accepting && message != null) {
                // A worker is there to work; anybody else only wanted to say something, and has done enough.
                putOut(turn, execution);
                Message rest = message;
                later(() -> apply(execution, rest, false));
                return;
            }
        }
    }

    private void putOut(Turn turn, LiveExecution execution) {
        turn.putOut();
        if (recorder != null) {
            recorder.settle(execution);
        }
    }

    /** Does something in a turn of an execution; perhaps later, by another thread. */
    void tell(LiveExecution execution, Consumer<Turn> what) {
        long now = time.micros();
        post(execution, new Message() {
            @Override
            long happened() {
                return now;
            }

            @Override
            void apply(Turn turn) {
                what.accept(turn);
            }
        });
    }

    /** Does something in a turn of an execution, and waits for the answer or the exception. */
    <T> T ask(LiveExecution execution, Function<Turn, T> what) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        tell(execution, turn -> {
            try {
                answer.complete(what.apply(turn));
            } catch (Throwable e) {
                // Whatever it is: somebody waits for an answer.
                answer.completeExceptionally(e);
            }
        });
        return join(answer);
    }

    /**
     * Changes something in a turn of an execution, and waits until that is recorded, or for the exception.
     *
     * @throws MovedException when another node is its home by now; nothing was changed
     */
    <T> T change(LiveExecution execution, Function<Turn, T> what) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        tell(execution, turn -> {
            try {
                T result = what.apply(turn);
                turn.after(new Unsaved.Effect() {
                    @Override
                    public void happen() {
                        answer.complete(result);
                    }

                    @Override
                    public void dropped() {
                        answer.completeExceptionally(new MovedException());
                    }
                });
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        if (recorder != null && !answer.isDone()) {
            recorder.help(execution.id);
        }
        return join(answer);
    }

    /** The same for what has no answer. */
    void order(LiveExecution execution, Consumer<Turn> what) {
        change(execution, turn -> {
            what.accept(turn);
            return true;
        });
    }

    private static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** These are not recorded as they are here: whoever is their home goes on from what is. */
    void forget(Collection<LiveExecution> executions) {
        executions.forEach(ends::lost);
    }

    /** Does something on another thread: from within one execution's turn nobody enters another's. */
    void later(Runnable task) {
        worker.execute(task);
    }

    void executionEnded(LiveExecution execution, CompletableFuture<@Nullable Void> end) {
        ends.ended(execution, end);
    }

    void executionReopened(LiveExecution execution) {
        ends.reopened(execution);
    }

    // ---- ready runs

    void enqueue(int priority, ReadyQueue.Batch batch, boolean byWorker) {
        if (load != null) {
            load.enqueued(batch.size());
        }
        queue.add(priority, batch);
        if (!byWorker && accepting) {
            worker.wake();
        }
    }

    /** The form in which an output is kept; the output itself where nothing is. */
    Object keep(Object output, Node node) {
        if (recorder == null) {
            return output;
        }
        Codec codec = recorder.store().codec();
        ClassLoader loader = Output.loaderOf(node);
        return output instanceof Codec.Encoded encoded
                ? new Output(codec, encoded, loader)
                : new Output(codec, output, loader);
    }

    /** Begins a transaction for a body. */
    Store.Transaction begin() {
        if (recorder == null) {
            throw new NotPossibleException(
                    "a body can write in the transaction that records its end only where there is one: on a store,"
                            + " not in memory.");
        }
        return recorder.store().begin();
    }

    /** Keeps ready what this node's worker cannot run, for one that can. */
    void enqueueElsewhere(RunPolicy policy, ReadyQueue.Batch batch) {
        elsewhere.computeIfAbsent(policy.demand(), demand -> new ReadyQueue()).add(policy.priority(), batch);
        loadChanged.run();
    }

    /** Takes a run that this node's worker cannot run, for one with these duties. */
    @Nullable Attempt claimElsewhere(Settings.Serving theirs) {
        for (Map.Entry<RunPolicy.Demand, ReadyQueue> entry : elsewhere.entrySet()) {
            if (theirs.serves(entry.getKey())) {
                Attempt attempt = claim(entry.getValue(), null);
                if (attempt != null) {
                    return attempt;
                }
            }
        }
        return null;
    }

    /** Takes a run that waits for this node's worker, for another with these duties. */
    @Nullable Attempt claimFor(Settings.Serving theirs) {
        ReadyQueue.Batch next = queue.first();
        boolean fits = next != null && theirs.serves(next.demand());
        return fits ? claim(queue, load) : null;
    }

    /** Whether there are ready runs that this node's worker cannot run. */
    boolean hasElsewhere() {
        return elsewhere.values().stream().anyMatch(waiting -> !waiting.isEmpty());
    }

    /** Another node runs it: it is no load of this one's. */
    void lent(Attempt attempt) {
        if (load != null) {
            load.lent(attempt);
        }
        tell(attempt.execution, turn -> turn.touch(attempt.step));
    }

    /** Lets this node's worker run what another has lent. */
    void enqueueBorrowed(Attempt attempt) {
        borrowed.add(attempt);
        worker.wake();
    }

    /** Lets workers take runs, or no longer. */
    void accept(boolean newAccepting) {
        accepting = newAccepting;
        if (newAccepting && !queue.isEmpty()) {
            worker.wake();
        }
    }

    @Override
    public boolean hasReady() {
        if (!accepting) {
            return false;
        }
        ReadyQueue.Batch next = queue.first();
        return (next != null && !isForOthersFirst(next)) || !borrowed.isEmpty();
    }

    /** Whether others wait for something to do, and this node does enough: then they have the first choice. */
    private boolean isForOthersFirst(ReadyQueue.Batch next) {
        if (load == null || !othersWait || load.running().size() < ENOUGH_RUNNING) {
            return false;
        }
        long left = next.since() + FIRST_CHOICE_MICROS - time.micros();
        if (left > 0 && waking.compareAndSet(false, true)) {
            time.after(Duration.ofNanos(left * 1_000), () -> {
                waking.set(false);
                worker.wake();
            });
        }
        return left > 0;
    }

    /** Says whether other nodes wait for something to do. */
    void setOthersWait(boolean newOthersWait) {
        othersWait = newOthersWait;
    }

    @Override
    public Worker.@Nullable Claim claim() {
        Attempt lent = load == null ? null : borrowed.poll();
        if (lent != null && load != null) {
            load.started(lent);
            return lent;
        }
        ReadyQueue.Batch next = load == null ? null : queue.first();
        return next != null && isForOthersFirst(next) ? null : claim(queue, load);
    }

    private @Nullable Attempt claim(ReadyQueue from, @Nullable Load counted) {
        while (accepting) {
            ReadyQueue.Batch batch = from.first();
            if (batch == null) {
                return null;
            }
            int step = batch.take();
            if (step >= 0) {
                Attempt attempt = lease(batch.execution, step);
                if (counted != null) {
                    counted.taken();
                }
                if (attempt != null) {
                    return attempt;
                }
            }
        }
        return null;
    }

    private @Nullable Attempt lease(LiveExecution execution, int step) {
        if (execution.gone) {
            return null;
        }
        if (execution.heldByHand) {
            tell(execution, turn -> Commands.park(turn, step));
            return null;
        }
        Attempt attempt = new Attempt(this, execution, step);
        if (!execution.leases.compareAndSet(step, LiveExecution.OPEN, attempt)) {
            return null;
        }
        if (!execution.isPlain(step) && !mayStart(attempt, execution.nodes[step])) {
            return null;
        }
        if (load != null) {
            load.started(attempt);
            loadChanged.run();
        }
        notifier.runStarted(attempt);
        return attempt;
    }

    /** An attempt is over, in whichever way. */
    void attemptOver(Attempt attempt) {
        if (load != null) {
            load.ended(attempt);
            loadChanged.run();
        }
    }

    /** What happened has been recorded. */
    void recorded() {
        loadChanged.run();
    }

    /** Has somebody told that a run has started, ended, or been recorded. */
    Load watchLoad(Runnable watcher) {
        loadChanged = watcher;
        return Objects.requireNonNull(load);
    }

    /** Ends a run that is not to start after all, and sets the limits of one that is. */
    private boolean mayStart(Attempt attempt, Node node) {
        boolean first = attempt.number == 1;
        if (node.isRemoved()) {
            if (first) {
                attempt.skip(Why.REMOVED, null);
            } else {
                attempt.fail(lastError(attempt.execution, attempt.step));
            }
            return false;
        }
        if (first && node.isPaused()) {
            attempt.skip(Why.PAUSED, null);
            return false;
        }
        limit(attempt, node.job().policy().limits());
        return true;
    }

    private static Throwable lastError(LiveExecution execution, int step) {
        Throwable error = execution.note(step).error;
        return error != null ? error : new IllegalStateException("removed between two attempts");
    }

    private static void limit(Attempt attempt, RunPolicy.Limits limits) {
        Duration longest = limits.attempt();
        Duration total = limits.total();
        if (total != null) {
            Notes notes = attempt.execution.note(attempt.step);
            if (notes.firstStarted == 0) {
                notes.firstStarted = attempt.started;
            }
            Duration left = total.minus(attempt.started - notes.firstStarted, ChronoUnit.MICROS);
            longest = longest == null || left.compareTo(longest) < 0 ? left : longest;
        }
        if (longest != null) {
            attempt.limitTo(longest);
        }
    }
}
