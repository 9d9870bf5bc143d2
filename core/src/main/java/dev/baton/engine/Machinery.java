package dev.baton.engine;

import dev.baton.Interceptor;
import dev.baton.RunPolicy;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

    private final Time time;
    private final Notifier notifier;
    private final List<Interceptor> interceptors;
    private final Duration stopGrace;
    private final ExecutionEnds ends;
    private final ReadyQueue queue = new ReadyQueue();
    private final Worker worker;
    private volatile boolean accepting;

    /** Who wants to know that an execution ended, or goes on after its end. */
    interface ExecutionEnds {

        void ended(LiveExecution execution);

        void reopened(LiveExecution execution);
    }

    Machinery(Settings settings, ExecutionEnds ends) {
        this.time = settings.time();
        this.interceptors = settings.interceptors();
        this.stopGrace = settings.stopGrace();
        this.ends = ends;
        this.worker = settings.worker().create(this, time);
        this.notifier = new Notifier(settings.listeners(), worker);
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

    /** How long a body that was told to stop may take over it. */
    Duration stopGrace() {
        return stopGrace;
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
                turn.putOut();
            }
            message = execution.inbox.after(message);
            if (applied >= LONGEST_TURN && !byWorker && accepting && message != null) {
                // A worker is there to work; anybody else only wanted to say something, and has done enough.
                turn.putOut();
                Message rest = message;
                later(() -> apply(execution, rest, false));
                return;
            }
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
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Does something in a turn of an execution, and waits for it to be done or for the exception. */
    void order(LiveExecution execution, Consumer<Turn> what) {
        ask(execution, turn -> {
            what.accept(turn);
            return true;
        });
    }

    /** Does something on another thread: from within one execution's turn nobody enters another's. */
    void later(Runnable task) {
        worker.execute(task);
    }

    void executionEnded(LiveExecution execution) {
        ends.ended(execution);
    }

    void executionReopened(LiveExecution execution) {
        ends.reopened(execution);
    }

    // ---- ready runs

    void enqueue(int priority, ReadyQueue.Batch batch, boolean byWorker) {
        queue.add(priority, batch);
        if (!byWorker && accepting) {
            worker.wake();
        }
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
        return accepting && !queue.isEmpty();
    }

    @Override
    public Worker.@Nullable Claim claim() {
        while (accepting) {
            ReadyQueue.Batch batch = queue.first();
            if (batch == null) {
                return null;
            }
            int step = batch.take();
            Attempt attempt = step < 0 ? null : lease(batch.execution, step);
            if (attempt != null) {
                return attempt;
            }
        }
        return null;
    }

    private @Nullable Attempt lease(LiveExecution execution, int step) {
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
        notifier.runStarted(attempt);
        return attempt;
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
