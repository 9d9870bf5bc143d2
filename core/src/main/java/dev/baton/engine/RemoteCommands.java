package dev.baton.engine;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.Store;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Has other nodes do something to the executions they are the home of, and does it for them. Safe from any thread. */
final class RemoteCommands {

    private static final String ASK = "command";
    private static final String DONE = "command-done";
    private static final String MOVED = "command-moved";
    private static final String REFUSED = "command-refused";

    /** How long an answer is waited for before the execution is looked for again. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Store store;
    private final Machinery machinery;
    private final Post post;
    private final BiFunction<UUID, Command, Cancellation> here;
    private final Map<UUID, CompletableFuture<Cancellation>> questions = new ConcurrentHashMap<>();

    /**
     * Answers from now on.
     *
     * @param here does something to an execution whose home is this node
     */
    RemoteCommands(Store store, Machinery machinery, Post post, BiFunction<UUID, Command, Cancellation> here) {
        this.store = store;
        this.machinery = machinery;
        this.post = post;
        this.here = here;
        // On a thread of its own: it waits until what it did is recorded, and other letters should not.
        post.deliver(ASK, letter -> machinery.later(() -> answer(letter)));
        post.deliver(
                DONE,
                letter -> settle(
                        letter,
                        question -> question.complete(
                                new Cancellation(letter.number(1), letter.number(2), letter.number(3)))));
        post.deliver(MOVED, letter -> settle(letter, question -> question.completeExceptionally(new MovedException())));
        post.deliver(
                REFUSED,
                letter -> settle(
                        letter, question -> question.completeExceptionally(new NotPossibleException(letter.text(1)))));
    }

    /**
     * Has another node do something.
     *
     * @throws MovedException when it is not that execution's home, or does not answer
     */
    Cancellation ask(UUID node, UUID execution, Command command) {
        UUID question = UUID.randomUUID();
        CompletableFuture<Cancellation> answer = new CompletableFuture<>();
        questions.put(question, answer);
        try {
            post.send(node, Letter.of(ASK, question, store.node(), execution, command));
            if (!machinery.time().await(answer, PATIENCE)) {
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

    private void settle(Letter letter, Consumer<CompletableFuture<Cancellation>> how) {
        CompletableFuture<Cancellation> question = questions.get(letter.id(0));
        if (question != null) {
            how.accept(question);
        }
    }

    private void answer(Letter letter) {
        UUID asker = letter.id(1);
        try {
            Cancellation done = here.apply(letter.id(2), Command.parse(letter.text(3)));
            post.send(asker, Letter.of(DONE, letter.id(0), done.neverStarted(), done.signalled(), done.alreadyEnded()));
        } catch (MovedException e) {
            post.send(asker, Letter.of(MOVED, letter.id(0)));
        } catch (RuntimeException e) {
            post.send(asker, Letter.of(REFUSED, letter.id(0), Reasons.message(e)));
        }
    }
}
