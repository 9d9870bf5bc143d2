package dev.baton.engine;

import dev.baton.Execution;
import dev.baton.Interceptor;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What all executions share: time, the ready runs, the worker, the listeners, the gates. Messages to executions go through
 * here.
 */
final class Machinery {

    /** How many messages somebody who is no worker applies in one go. */
    private static final int LONGEST_TURN = 1_000;

    private final Registry registry;
    private final Time time;
    private final Notifier notifier;
    private final List<Interceptor> interceptors;
    private final Duration stopGrace;
    private final ExecutionEnds ends;
    private final ReadyRuns ready;
    private final Worker worker;
    private final @Nullable Recorder recorder;
    private final Gates gates;
    private final Settings.Serving serving;
    private final Externals externals;
    private final Nesting nesting;
    /** Until when no other node takes over what this one has, by {@link Time#nanos}; null where there is no other. */
    private volatile @Nullable Long leasedUntil;

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

        /** The execution that has a key, wherever it is advanced; null when none has. */
        @Nullable LiveExecution withKey(String key);

        /** The same, to be handled by users. */
        Execution handle(LiveExecution execution);

        /** What was done to it here does not count any longer. */
        void lost(LiveExecution execution);
    }

    /** Makes the gates; they need the machinery, and it needs them. */
    @FunctionalInterface
    interface GateFactory {

        Gates open(Machinery machinery, Gates.Host host);
    }

    Machinery(
            Settings settings, Registry registry, ExecutionEnds ends, @Nullable Recorder recorder, GateFactory gates) {
        this.registry = registry;
        this.recorder = recorder;
        this.time = settings.time();
        this.interceptors = settings.interceptors();
        this.stopGrace = settings.stopGrace();
        this.ends = ends;
        this.ready = new ReadyRuns(this, recorder == null ? null : new Load());
        this.worker = settings.worker().create(ready, time);
        this.notifier = new Notifier(settings.listeners(), worker);
        this.serving = settings.serving();
        this.gates = gates.open(this, new GateNews(this));
        this.externals = new Externals(this, ends::find);
        this.nesting = new Nesting(this, ends);
    }

    /** What is registered. */
    Registry registry() {
        return registry;
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

    /** The runs that are ready, and those who take them. */
    ReadyRuns ready() {
        return ready;
    }

    /** The executions that run within runs. */
    Nesting nesting() {
        return nesting;
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

    /** No other node takes over what this one has until then, by {@link Time#nanos}. */
    void setLeasedUntil(long nanos) {
        leasedUntil = nanos;
    }

    /** Whether what this node has is surely still its own: a process that was frozen for long finds that it is not. */
    boolean holdsLease() {
        Long until = leasedUntil;
        return until == null || time.nanos() - until < 0;
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
            if (applied >= LONGEST_TURN && !byWorker && ready.isAccepting() && message != null) {
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

    // ---- what is kept

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

    /** Turns values into what is kept; null where nothing is. */
    @Nullable Codec codec() {
        return recorder == null ? null : recorder.store().codec();
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
}
