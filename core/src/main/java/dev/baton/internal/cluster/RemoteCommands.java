package dev.baton.internal.cluster;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.ReasonText;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends commands to the nodes that own executions, and answers commands of other nodes. Safe from any thread. */
final class RemoteCommands {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteCommands.class);

    private static final String ASK = "command";
    private static final String DONE = "command-done";
    private static final String MOVED = "command-moved";
    private static final String REFUSED = "command-refused";
    private static final NodeMessage NOT_YET = NodeMessage.of("command-not-yet");

    /** How many questions a node recognises if they are asked again. */
    private static final int MOST_ANSWERS = 10_000;

    /** How long to wait for an answer before looking for the execution's owner again. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Store store;
    private final Time time;
    private final NodeMessages messages;
    private final BiFunction<UUID, Command, Cancellation> here;
    private final Map<UUID, CompletableFuture<Cancellation>> questions = new ConcurrentHashMap<>();

    /** The answers to the last questions; {@link #NOT_YET} while a question is being answered. Guarded by itself. */
    private final Map<UUID, NodeMessage> answers = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, NodeMessage> eldest) {
            return size() > MOST_ANSWERS;
        }
    };

    /**
     * Starts to answer commands.
     *
     * @param here applies a command to an execution that this node owns or can claim
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
     * @param question the id of the command: a node applies each id once
     * @throws MovedException when that node does not own the execution, or does not answer
     */
    Cancellation ask(UUID node, UUID question, UUID execution, Command command) {
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
            throw new NotPossibleException(
                    "interrupted while another node was to change execution " + execution + ": it may have done so.");
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
        UUID question = message.id(0);
        UUID asker = message.id(1);
        NodeMessage before = begin(question);
        if (before != null) {
            // Asked again, because the answer took long or got lost.
            if (!before.equals(NOT_YET)) {
                send(asker, before);
            }
            return;
        }
        NodeMessage answer = apply(message);
        if (answer.kind().equals(MOVED)) {
            // Nothing was done: the same question may be asked again, if the execution comes back.
            forget(question);
        } else {
            keep(question, answer);
        }
        send(asker, answer);
    }

    private void send(UUID asker, NodeMessage answer) {
        try {
            messages.send(asker, answer);
        } catch (StoreUnavailableException | FencedException e) {
            LOG.debug("an answer is not sent: the node that waits for it asks again: {}", e.getMessage());
        }
    }

    private NodeMessage apply(NodeMessage message) {
        UUID question = message.id(0);
        try {
            Cancellation done = here.apply(message.id(2), Command.parse(message.text(3)));
            return NodeMessage.of(DONE, question, done.neverStarted(), done.signalled(), done.alreadyEnded());
        } catch (MovedException | StoreUnavailableException | FencedException e) {
            return NodeMessage.of(MOVED, question);
        } catch (RuntimeException | Error e) {
            return NodeMessage.of(REFUSED, question, ReasonText.message(e));
        }
    }

    /** The recorded answer to a question; null if there is none, and the caller has to answer it. */
    private @Nullable NodeMessage begin(UUID question) {
        synchronized (answers) {
            return answers.putIfAbsent(question, NOT_YET);
        }
    }

    private void keep(UUID question, NodeMessage answer) {
        synchronized (answers) {
            answers.replace(question, answer);
        }
    }

    private void forget(UUID question) {
        synchronized (answers) {
            answers.remove(question);
        }
    }
}
