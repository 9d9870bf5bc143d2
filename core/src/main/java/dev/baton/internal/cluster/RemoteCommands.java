package dev.baton.internal.cluster;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.ReasonText;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Sends commands to the nodes that own executions, and answers commands of other nodes. Safe from any thread. */
final class RemoteCommands {

    private static final String ASK = "command";
    private static final String DONE = "command-done";
    private static final String MOVED = "command-moved";
    private static final String REFUSED = "command-refused";

    /** How long to wait for an answer before looking for the execution's owner again. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Store store;
    private final Time time;
    private final NodeMessages messages;
    private final BiFunction<UUID, Command, Cancellation> here;
    private final Map<UUID, CompletableFuture<Cancellation>> questions = new ConcurrentHashMap<>();

    /**
     * Starts to answer commands.
     *
     * @param here applies a command to an execution that this node owns
     */
    RemoteCommands(
            Store store,
            Time time,
            Executor executor,
            NodeMessages messages,
            BiFunction<UUID, Command, Cancellation> here) {
        this.store = store;
        this.time = time;
        this.messages = messages;
        this.here = here;
        // On a separate thread: the command waits until its change is recorded, and must not delay other messages.
        messages.deliver(ASK, message -> executor.execute(() -> answer(message)));
        messages.deliver(
                DONE,
                message -> settle(
                        message,
                        question -> question.complete(
                                new Cancellation(message.number(1), message.number(2), message.number(3)))));
        messages.deliver(
                MOVED, message -> settle(message, question -> question.completeExceptionally(new MovedException())));
        messages.deliver(
                REFUSED,
                message -> settle(
                        message,
                        question -> question.completeExceptionally(new NotPossibleException(message.text(1)))));
    }

    /**
     * Lets another node apply a command.
     *
     * @throws MovedException when that node does not own the execution, or does not answer
     */
    Cancellation ask(UUID node, UUID execution, Command command) {
        UUID question = UUID.randomUUID();
        CompletableFuture<Cancellation> answer = new CompletableFuture<>();
        questions.put(question, answer);
        try {
            messages.send(node, NodeMessage.of(ASK, question, store.node(), execution, command));
            if (!time.await(answer, PATIENCE)) {
                throw new MovedException();
            }
            return answer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MovedException();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } finally {
            questions.remove(question);
        }
    }

    private void settle(NodeMessage message, Consumer<CompletableFuture<Cancellation>> how) {
        CompletableFuture<Cancellation> question = questions.get(message.id(0));
        if (question != null) {
            how.accept(question);
        }
    }

    private void answer(NodeMessage message) {
        UUID asker = message.id(1);
        try {
            Cancellation done = here.apply(message.id(2), Command.parse(message.text(3)));
            messages.send(
                    asker,
                    NodeMessage.of(DONE, message.id(0), done.neverStarted(), done.signalled(), done.alreadyEnded()));
        } catch (MovedException e) {
            messages.send(asker, NodeMessage.of(MOVED, message.id(0)));
        } catch (RuntimeException e) {
            messages.send(asker, NodeMessage.of(REFUSED, message.id(0), ReasonText.message(e)));
        }
    }
}
