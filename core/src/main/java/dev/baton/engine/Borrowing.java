package dev.baton.engine;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what other nodes have too much of, and sends them the outcomes. Safe from any thread. */
final class Borrowing {

    private static final Logger LOG = LoggerFactory.getLogger(Borrowing.class);
    private static final int AT_ONCE = 16;

    private final Store store;
    private final Machinery machinery;
    private final Post post;
    private final Intake intake;
    private final Function<Store.Stored, LiveExecution> copier;
    private final Map<UUID, Borrowed> borrowed = new ConcurrentHashMap<>();
    /** The lender of each loan that was offered, taken or not. */
    private final Map<UUID, UUID> known = new ConcurrentHashMap<>();

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
        // A letter may come twice.
        if (known.put(loan, lender) != null) {
            return;
        }
        int step = letter.number(3);
        LiveExecution copy = copy(letter.id(2));
        if (copy == null || !isStillLent(copy, step, lender)) {
            post.sendSurely(lender, Letter.of(Lending.DECLINE, loan));
            return;
        }
        Attempt attempt = new Attempt(machinery, copy, step, letter.number(4), done -> giveBack(loan, done));
        borrowed.put(loan, new Borrowed(lender, attempt));
        machinery.ready().enqueueBorrowed(attempt);
    }

    private @Nullable LiveExecution copy(UUID execution) {
        try {
            return machinery.ready().isAccepting()
                    ? store.find(execution).map(copier).orElse(null)
                    : null;
        } catch (StoreUnavailableException e) {
            return null;
        }
    }

    /** Whether the lender is still its home, and the run still to be run: the letter may have been under way for long. */
    private static boolean isStillLent(LiveExecution copy, int step, UUID lender) {
        ExecutionRecord record = Objects.requireNonNull(copy.record);
        return lender.equals(record.place().home())
                && !copy.nodes[step].isRemoved()
                && !copy.progress.status(step).isTerminal();
    }

    private void giveBack(UUID loan, Attempt attempt) {
        Borrowed mine = borrowed.remove(loan);
        if (mine != null) {
            Letter letter = attempt.error instanceof NotHereSignal
                    ? Letter.of(Lending.DECLINE, loan, "home")
                    : outcome(loan, Outcome.of(attempt));
            post.sendSurely(mine.lender, letter);
        }
    }

    private static Letter outcome(UUID loan, Outcome outcome) {
        List<String> fields = new ArrayList<>();
        fields.add(loan.toString());
        fields.addAll(Arrays.asList(outcome.fields()));
        return new Letter(Lending.RETURN, fields);
    }

    private void stop(Letter letter) {
        Borrowed mine = borrowed.get(letter.id(0));
        if (mine != null) {
            mine.attempt.stop(Stop.valueOf(letter.text(1)));
        }
    }

    /** Only these nodes are alive: others do not wait for outcomes any longer. */
    void alive(Set<UUID> nodes) {
        known.values().retainAll(nodes);
        borrowed.forEach((loan, mine) -> {
            if (!nodes.contains(mine.lender) && borrowed.remove(loan) != null) {
                LOG.info("{} is stopped: the node that lent it is gone", mine.attempt.jobName());
                mine.attempt.stop(Stop.LOST);
            }
        });
    }

    /** Gives back everything that has not ended: this node stops. */
    void stopAll() {
        borrowed.forEach((loan, mine) -> {
            if (borrowed.remove(loan) != null) {
                mine.attempt.stop(Stop.LOST);
                post.sendSurely(mine.lender, Letter.of(Lending.DECLINE, loan));
            }
        });
    }
}
