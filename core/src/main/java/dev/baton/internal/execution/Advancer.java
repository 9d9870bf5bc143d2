package dev.baton.internal.execution;

import dev.baton.error.NotPossibleException;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.definition.Serving;
import dev.baton.spi.Codec;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advances executions: a message goes into the mailbox, a turn applies it, and the change goes to the journal. There is
 * no other way to an execution's state. Safe from any thread.
 */
public final class Advancer {

    private static final Logger LOG = LoggerFactory.getLogger(Advancer.class);

    /** How many messages a thread other than a worker applies at once. */
    private static final int LONGEST_TURN = 1_000;

    private final Journal journal;
    private final Surroundings around;

    /**
     * The services that turns need.
     *
     * @param time the time
     * @param serving the limits of queues
     * @param listening whether there are listeners to tell
     * @param codec the codec of the store; null without a store
     * @param registry the registered jobs, which bodies may add as steps
     * @param worker runs tasks that must not block the caller, and knows the attempts that outlived their nodes
     */
    public record Surroundings(
            Time time,
            Serving serving,
            boolean listening,
            @Nullable Codec codec,
            Registry registry,
            Worker worker) {}

    /** Advances executions whose changes go to this journal. */
    public Advancer(Journal journal, Surroundings around) {
        this.journal = journal;
        this.around = around;
    }

    Surroundings around() {
        return around;
    }

    /** Puts a message into an execution's mailbox, and applies the messages there unless another thread is doing so. */
    void post(LiveExecution execution, Message message, boolean byWorker) {
        if (execution.mailbox().put(message)) {
            apply(execution, message, byWorker);
        }
    }

    private void apply(LiveExecution execution, Message first, boolean byWorker) {
        Turn turn = execution.turn();
        Changes changes = new Changes();
        Message message = first;
        Message rest = null;
        for (int applied = 1; message != null && rest == null; applied++) {
            if (message.isOnItsOwn()) {
                changes.add(turn.end());
            }
            turn.apply(message);
            boolean enough = applied >= LONGEST_TURN && !byWorker;
            if (enough
                    || execution.mailbox().isLast(message)
                    || message.isOnItsOwn()
                    || turn.bringsTransaction()
                    || journal.isOneByOne(execution)) {
                changes.add(turn.end());
            }
            message = execution.mailbox().after(message);
            // A worker's job is to work; any other thread only wanted to post a message, and has done enough.
            rest = enough ? message : null;
        }
        if (rest != null) {
            Message left = rest;
            around.worker().execute(() -> apply(execution, left, false));
        }
        changes.pursue(byWorker);
    }

    /** The changes in which the messages end that one thread applies. */
    private final class Changes {

        private List<Change> toSignal = List.of();
        private List<Change> toFollow = List.of();

        void add(@Nullable Change change) {
            if (change != null) {
                toSignal = change.hasSignals() ? with(toSignal, change) : toSignal;
                toFollow = append(change) ? with(toFollow, change) : toFollow;
            }
        }

        /** Lets happen what follows from them, once the turn has been given back. */
        void pursue(boolean byWorker) {
            for (int i = 0; i < toSignal.size(); i++) {
                journal.signal(toSignal.get(i));
            }
            for (int i = 0; i < toFollow.size(); i++) {
                journal.follow(toFollow.get(i), byWorker);
            }
        }

        private static List<Change> with(List<Change> changes, Change change) {
            if (changes.isEmpty()) {
                return List.of(change);
            }
            List<Change> more = new ArrayList<>(changes);
            more.add(change);
            return more;
        }
    }

    private boolean append(Change change) {
        try {
            return journal.append(change);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: what happened to it could not be taken down", change.execution(), e);
            change.drop();
            return false;
        }
    }

    /** Runs an action in a turn of an execution; possibly later, on another thread. */
    void tell(LiveExecution execution, int step, Consumer<Turn> what) {
        post(execution, new TurnCall(around.time().micros(), step, what), false);
    }

    /** Runs a function in a turn of an execution, and waits for its result or exception. */
    <T> T ask(LiveExecution execution, Function<Turn, T> what) {
        refuseWithinTurn(execution);
        CompletableFuture<T> answer = new CompletableFuture<>();
        tell(execution, Message.NO_STEP, turn -> {
            try {
                answer.complete(what.apply(turn));
            } catch (Throwable e) {
                // Catches everything: a caller waits for an answer.
                answer.completeExceptionally(e);
            }
        });
        return join(answer);
    }

    /** Makes a change in a turn of an execution, and waits until it is recorded, or for the exception. */
    <T> T change(LiveExecution execution, Function<Turn, T> what) {
        return change(execution, what, call -> new TurnCall(around.time().micros(), Message.NO_STEP, call));
    }

    /** The same for a person's command, which is recorded on its own. */
    <T> T command(LiveExecution execution, Function<Turn, T> what) {
        return change(execution, what, call -> TurnCall.command(around.time().micros(), call));
    }

    private <T> T change(LiveExecution execution, Function<Turn, T> what, Function<Consumer<Turn>, Message> asMessage) {
        refuseWithinTurn(execution);
        CompletableFuture<T> answer = new CompletableFuture<>();
        Message message = asMessage.apply(turn -> {
            try {
                turn.then(new Answer<>(answer, what.apply(turn)));
            } catch (MovedException e) {
                answer.completeExceptionally(e);
            } catch (Throwable e) {
                // What keeps it from being done may not be recorded yet, and get lost with this node.
                turn.then(new Refusal(answer, e));
            }
        });
        post(execution, message, false);
        if (!answer.isDone()) {
            journal.help(execution);
        }
        return join(answer);
    }

    /** Completes when all changes of an execution so far are recorded; exceptionally if they will not be. */
    CompletableFuture<?> recorded(LiveExecution execution) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        tell(execution, Message.NO_STEP, turn -> turn.then(new Answer<>(answer, true)));
        return answer;
    }

    /** A turn that waited for itself would wait for ever. */
    private static void refuseWithinTurn(LiveExecution execution) {
        if (execution.turn().isHeldByThisThread()) {
            throw new IllegalStateException(execution + " is asked from within its own turn");
        }
    }

    private static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Tells a caller why nothing was changed, once everything that it was decided by is recorded. */
    private record Refusal(CompletableFuture<?> answer, Throwable reason) implements Effect {

        @Override
        public void happen(EffectHandler handler, boolean byWorker) {
            answer.completeExceptionally(reason);
        }

        @Override
        public void drop() {
            answer.completeExceptionally(new MovedException());
        }
    }

    /** Answers a caller once its change is recorded. */
    private record Answer<T>(CompletableFuture<T> answer, T result) implements Effect {

        @Override
        public void happen(EffectHandler handler, boolean byWorker) {
            answer.complete(result);
        }

        @Override
        public void drop() {
            answer.completeExceptionally(new MovedException());
        }

        @Override
        public void refuse(String why) {
            answer.completeExceptionally(
                    new NotPossibleException("nothing was changed, since the store refuses to record it: " + why));
        }
    }
}
