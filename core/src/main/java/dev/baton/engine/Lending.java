package dev.baton.engine;

import dev.baton.error.NotPossibleException;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Has other nodes run what this one, the home of an execution, has too much of or cannot run itself. Nodes with time to
 * spare say so; a run that is lent stays leased here, and its outcome comes back by letter. Safe from any thread.
 */
final class Lending {

    private static final int MOST_AT_ONCE = 100;
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    static final String WANT = "want";
    static final String LEND = "lend";
    static final String RETURN = "return";
    static final String DECLINE = "decline";
    static final String LOST = "lost";
    static final String STOP = "stop";

    private final Store store;
    private final Machinery machinery;
    private final Post post;
    private final Intake intake;
    private final Wishes wishes = new Wishes();
    private final Map<UUID, Loan> loans = new ConcurrentHashMap<>();
    private final AtomicBoolean called = new AtomicBoolean();

    private record Loan(Wishes.Wisher borrower, Attempt attempt) {}

    Lending(Store store, Machinery machinery, Post post, Intake intake) {
        this.store = store;
        this.machinery = machinery;
        this.post = post;
        this.intake = intake;
        post.deliver(WANT, this::wanted);
        post.deliver(RETURN, this::returned);
        post.deliver(DECLINE, this::declined);
        post.deliver(LOST, this::lost);
    }

    private void wanted(Letter letter) {
        wishes.put(letter.id(0), Wishes.read(letter));
        machinery.ready().setOthersWait(!wishes.isEmpty());
        consider();
    }

    /** There may be something to lend: looks soon, by another thread. */
    void consider() {
        if (wishes.isEmpty() || called.get()) {
            return;
        }
        boolean something = machinery.ready().hasByDemand() || !intake.hasRoom();
        if (something && called.compareAndSet(false, true)) {
            machinery.later(() -> {
                called.set(false);
                lend();
            });
        }
    }

    /** Goes round those who wish for something, one run each, for as long as there is one to spare. */
    private synchronized void lend() {
        List<Store.Mail> letters = new ArrayList<>();
        boolean any = true;
        while (any && letters.size() < MOST_AT_ONCE) {
            any = false;
            for (Wishes.Wisher wisher : wishes.all()) {
                Attempt attempt = spare(wisher.serving());
                if (attempt != null) {
                    any = true;
                    lend(wisher, attempt, letters);
                    wishes.fulfil(wisher);
                }
            }
        }
        machinery.ready().setOthersWait(!wishes.isEmpty());
        if (!letters.isEmpty()) {
            post.sendSurely(letters);
        }
    }

    private @Nullable Attempt spare(Settings.Serving theirs) {
        Worker worker = machinery.worker();
        Attempt foreign = machinery.ready().claimByDemand(demand -> theirs.serves(demand) && worker.spares(demand));
        return foreign != null || intake.hasRoom() ? foreign : machinery.ready().claimFor(theirs);
    }

    private void lend(Wishes.Wisher borrower, Attempt attempt, List<Store.Mail> letters) {
        if (attempt.isForHome()) {
            attempt.handBack();
            return;
        }
        UUID loan = UUID.randomUUID();
        loans.put(loan, new Loan(borrower, attempt));
        machinery.ready().lent(attempt);
        attempt.onStop(() -> tellToStop(loan, borrower.node(), attempt));
        Letter letter = Letter.of(LEND, loan, store.node(), attempt.execution.id, attempt.step, attempt.number);
        letters.add(new Store.Mail(borrower.node(), letter.toString()));
    }

    private void tellToStop(UUID loan, UUID borrower, Attempt attempt) {
        machinery.later(() -> {
            if (loans.containsKey(loan)) {
                post.sendSurely(borrower, Letter.of(STOP, loan, attempt.stopReason()));
            }
        });
    }

    private void returned(Letter letter) {
        Loan loan = loans.remove(letter.id(0));
        if (loan != null) {
            loan.attempt.report(Outcome.parse(letter, 1));
            wishes.add(loan.borrower);
            machinery.ready().setOthersWait(true);
            consider();
        }
    }

    /** The borrower cannot run it after all, or nobody but its home can. */
    private void declined(Letter letter) {
        Loan loan = loans.get(letter.id(0));
        boolean homeOnly = letter.fields().size() > 1;
        if (loan != null && homeOnly) {
            loan.attempt.keepHome();
            if (!machinery.serving().serves(loan.attempt.job().policy().demand())) {
                loans.remove(letter.id(0));
                loan.attempt.fail(new NotPossibleException("it asks for a node with other duties than its execution's"
                        + " home, and for the transaction that only the home can give. Do one or the other."));
            }
        }
        takeBack(letter.id(0));
    }

    /** Whoever ran it for the borrower is gone. */
    private void lost(Letter letter) {
        Loan loan = loans.remove(letter.id(0));
        if (loan != null) {
            loan.attempt.lose();
        }
    }

    /** Waits until everything that was lent is back, or this time has passed. Returns whether it is. */
    boolean awaitBack(Duration atMost) throws InterruptedException {
        Time time = machinery.time();
        long deadline = time.micros() + Time.toMicros(atMost);
        while (!loans.isEmpty()) {
            if (time.micros() >= deadline) {
                return false;
            }
            time.sleep(LOOK_EVERY);
        }
        return true;
    }

    private void takeBack(UUID id) {
        Loan loan = loans.remove(id);
        if (loan != null) {
            loan.attempt.handBack();
        }
    }

    /** Only these nodes are alive: what others had is lost. */
    void alive(Set<UUID> nodes) {
        wishes.retain(nodes);
        machinery.ready().setOthersWait(!wishes.isEmpty());
        loans.forEach((id, loan) -> {
            if (!nodes.contains(loan.borrower.node()) && loans.remove(id) != null) {
                loan.attempt.lose();
            }
        });
    }
}
