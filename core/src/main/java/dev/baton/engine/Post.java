package dev.baton.engine;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks other nodes to do something to an execution they are the home of, and answers them. Safe from any thread. */
final class Post {

    private static final Logger LOG = LoggerFactory.getLogger(Post.class);

    /** How long an answer is waited for before the execution is looked for again. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String SEPARATOR = "\n";

    private final Store store;
    private final Machinery machinery;
    private final BiFunction<UUID, Command, Cancellation> here;
    private final GateNews gateNews;
    private final Map<UUID, CompletableFuture<Cancellation>> questions = new ConcurrentHashMap<>();
    private final AtomicBoolean called = new AtomicBoolean();

    /**
     * Makes a post.
     *
     * @param here does something to an execution whose home is this node
     * @param gateNews hears what other nodes say about gates
     */
    Post(Store store, Machinery machinery, BiFunction<UUID, Command, Cancellation> here, GateNews gateNews) {
        this.store = store;
        this.machinery = machinery;
        this.here = here;
        this.gateNews = gateNews;
    }

    /** Hears what happened to a run of this node at a gate. */
    @FunctionalInterface
    interface GateNews {

        void hear(SharedGates.News news, Store.Gate gate, UUID execution, int step);
    }

    /** Tells another node what happened to one of its runs at a gate. */
    void tell(UUID node, SharedGates.News news, Store.Gate gate, Store.Ticket ticket) {
        String about = gate.limit() + " " + gate.rate() + " " + gate.per() + " " + gate.name();
        send(node, "gate", ticket.execution(), ticket.step() + SEPARATOR + news + SEPARATOR + about);
    }

    private void hear(UUID execution, String step, String news, String about) {
        String[] words = about.split(" ", 4);
        Store.Gate gate = new Store.Gate(words[3], number(words[0]), number(words[1]), Long.parseLong(words[2]));
        gateNews.hear(SharedGates.News.valueOf(news), gate, execution, number(step));
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
            send(node, "ask", question, store.node() + SEPARATOR + execution + SEPARATOR + command);
            Time time = machinery.time();
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

    private void send(UUID node, String kind, UUID question, String content) {
        store.send(List.of(new Store.Mail(node, kind + SEPARATOR + question + SEPARATOR + content)));
    }

    /** Looks for messages, soon and by another thread. */
    void look() {
        if (store.isShared() && !called.get() && called.compareAndSet(false, true)) {
            machinery.later(() -> {
                called.set(false);
                store.receive().forEach(this::read);
            });
        }
    }

    private void read(String message) {
        String[] parts = message.split(SEPARATOR, -1);
        // What an answer is to; or, in news about a gate, the execution.
        UUID question = UUID.fromString(parts[1]);
        switch (parts[0]) {
            case "ask" -> answer(UUID.fromString(parts[2]), question, UUID.fromString(parts[3]), parts[4]);
            case "done" -> complete(question, new Cancellation(number(parts[2]), number(parts[3]), number(parts[4])));
            case "gate" -> hear(question, parts[2], parts[3], parts[4]);
            case "moved" -> fail(question, new MovedException());
            case "refused" -> fail(question, new NotPossibleException(message.split(SEPARATOR, 3)[2]));
            default -> LOG.warn("a message of a kind that this version does not know: {}", parts[0]);
        }
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }

    private void complete(UUID question, Cancellation answer) {
        CompletableFuture<Cancellation> waiting = questions.get(question);
        if (waiting != null) {
            waiting.complete(answer);
        }
    }

    private void fail(UUID question, RuntimeException error) {
        CompletableFuture<Cancellation> waiting = questions.get(question);
        if (waiting != null) {
            waiting.completeExceptionally(error);
        }
    }

    private void answer(UUID asker, UUID question, UUID execution, String command) {
        try {
            Cancellation done = here.apply(execution, Command.parse(command));
            send(
                    asker,
                    "done",
                    question,
                    done.neverStarted() + SEPARATOR + done.signalled() + SEPARATOR + done.alreadyEnded());
        } catch (MovedException e) {
            send(asker, "moved", question, "");
        } catch (RuntimeException e) {
            send(asker, "refused", question, Reasons.message(e));
        }
    }
}
