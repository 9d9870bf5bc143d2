package dev.baton.engine;

import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what other nodes have too much of, and sends them the outcomes. Safe from any thread. */
final class Borrowing {

    private static final Logger LOG = LoggerFactory.getLogger(Borrowing.class);
    private static final int AT_ONCE = 16;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Store store;
    private final Machinery machinery;
    private final Post post;
    private final Intake intake;
    private final Function<Store.Stored, LiveExecution> copier;
    private final Map<UUID, Borrowed> borrowed = new ConcurrentHashMap<>();

    private record Borrowed(UUID lender, Attempt attempt) {}

    /**
     * Borrows from now on.
     *
     * @param copier makes a copy of an execution to run a step of
     */
    Borrowing(
            Store store, Machinery machinery, Post post, Intake intake, Function<Store.Stored, LiveExecution> copier) {
        this.store = store;
        this.machinery = machinery;
        this.post = post;
        this.intake = intake;
        this.copier = copier;
        post.deliver(Lending.LEND, this::borrow);
        post.deliver(Lending.STOP, this::stop);
    }

    /** Tells these nodes that there is time to spare here, if there is. */
    void offer(Set<UUID> nodes) {
        if (intake.hasRoom()) {
            Settings.Serving serving = machinery.serving();
            Letter want = Letter.of(
                    Lending.WANT,
                    store.node(),
                    AT_ONCE,
                    String.join(" ", serving.queues()),
                    String.join(" ", serving.labels()));
            List<Store.Mail> mail = new ArrayList<>();
            nodes.forEach(node -> mail.add(new Store.Mail(node, want.toString())));
            if (!mail.isEmpty()) {
                store.send(mail);
            }
        }
    }

    private void borrow(Letter letter) {
        UUID loan = letter.id(0);
        UUID lender = letter.id(1);
        LiveExecution copy = store.find(letter.id(2)).map(copier).orElse(null);
        if (copy == null || !machinery.isAccepting() || copy.definition.isRemoved()) {
            post.send(lender, Letter.of(Lending.DECLINE, loan));
            return;
        }
        Attempt attempt =
                new Attempt(machinery, copy, letter.number(3), letter.number(4), done -> giveBack(loan, done));
        borrowed.put(loan, new Borrowed(lender, attempt));
        machinery.enqueueBorrowed(attempt);
    }

    private void giveBack(UUID loan, Attempt attempt) {
        Borrowed known = borrowed.remove(loan);
        if (known != null) {
            Letter letter = attempt.error instanceof NotHereSignal
                    ? Letter.of(Lending.DECLINE, loan, "home")
                    : outcome(loan, Outcome.of(attempt));
            deliver(known.lender, letter);
        }
    }

    private static Letter outcome(UUID loan, Outcome outcome) {
        List<String> fields = new ArrayList<>();
        fields.add(loan.toString());
        fields.addAll(Arrays.asList(outcome.fields()));
        return new Letter(Lending.RETURN, fields);
    }

    /** Sends it as soon as the store can be reached: what was done must not be lost. */
    private void deliver(UUID lender, Letter letter) {
        try {
            post.send(lender, letter);
        } catch (StoreUnavailableException e) {
            machinery.time().after(PAUSE, () -> machinery.later(() -> deliver(lender, letter)));
        }
    }

    private void stop(Letter letter) {
        Borrowed known = borrowed.get(letter.id(0));
        if (known != null) {
            known.attempt.stop(Stop.valueOf(letter.text(1)));
        }
    }

    /** Only these nodes are alive: others do not wait for outcomes any longer. */
    void alive(Set<UUID> nodes) {
        borrowed.forEach((loan, known) -> {
            if (!nodes.contains(known.lender) && borrowed.remove(loan) != null) {
                LOG.info("{} is stopped: the node that lent it is gone", known.attempt.jobName());
                known.attempt.stop(Stop.LOST);
            }
        });
    }

    /** Gives back everything that has not ended: this node stops. */
    void stopAll() {
        borrowed.forEach((loan, known) -> {
            if (borrowed.remove(loan) != null) {
                known.attempt.stop(Stop.LOST);
                deliver(known.lender, Letter.of(Lending.DECLINE, loan));
            }
        });
    }
}
