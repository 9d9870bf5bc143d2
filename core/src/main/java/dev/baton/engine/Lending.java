package dev.baton.engine;

import dev.baton.error.NotPossibleException;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
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

    static final String WANT = "want";
    static final String LEND = "lend";
    static final String RETURN = "return";
    static final String DECLINE = "decline";
    static final String STOP = "stop";

    private final Store store;
    private final Machinery machinery;
    private final Post post;
    private final Intake intake;
    private final Map<UUID, Wish> wishes = new ConcurrentHashMap<>();
    private final Map<UUID, Loan> loans = new ConcurrentHashMap<>();
    private final AtomicBoolean called = new AtomicBoolean();

    /** What another node would run, and how many more. */
    private record Wish(int count, Settings.Serving serving) {}

    private record Loan(UUID borrower, Attempt attempt) {}

    Lending(Store store, Machinery machinery, Post post, Intake intake) {
        this.store = store;
        this.machinery = machinery;
        this.post = post;
        this.intake = intake;
        post.deliver(WANT, this::wanted);
        post.deliver(RETURN, this::returned);
        post.deliver(DECLINE, this::declined);
    }

    private void wanted(Letter letter) {
        Settings.Serving serving = new Settings.Serving(words(letter.text(2)), words(letter.text(3)), Map.of());
        wishes.put(letter.id(0), new Wish(letter.number(1), serving));
        machinery.ready().setOthersWait(true);
        consider();
    }

    private static Set<String> words(String text) {
        return text.isEmpty() ? Set.of() : new HashSet<>(Arrays.asList(text.split(" ")));
    }

    /** There may be something to lend: looks soon, by another thread. */
    void consider() {
        boolean something = machinery.ready().hasByDemand() || !intake.hasRoom();
        if (something && !wishes.isEmpty() && !called.get() && called.compareAndSet(false, true)) {
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
            for (Map.Entry<UUID, Wish> wish : wishes.entrySet()) {
                Attempt attempt = spare(wish.getValue().serving);
                if (attempt != null) {
                    any = true;
                    lend(wish.getKey(), attempt, letters);
                    wishes.computeIfPresent(
                            wish.getKey(), (node, w) -> w.count == 1 ? null : new Wish(w.count - 1, w.serving));
                }
            }
        }
        machinery.ready().setOthersWait(!wishes.isEmpty());
        if (!letters.isEmpty()) {
            post.sendSurely(letters);
        }
    }

    private @Nullable Attempt spare(Settings.Serving theirs) {
        Attempt foreign = machinery.ready().claimByDemand(theirs::serves);
        return foreign != null || intake.hasRoom() ? foreign : machinery.ready().claimFor(theirs);
    }

    private void lend(UUID borrower, Attempt attempt, List<Store.Mail> letters) {
        if (attempt.isForHome()) {
            attempt.handBack();
            return;
        }
        UUID loan = UUID.randomUUID();
        loans.put(loan, new Loan(borrower, attempt));
        machinery.ready().lent(attempt);
        attempt.onStop(() -> tellToStop(loan, borrower, attempt));
        Letter letter = Letter.of(LEND, loan, store.node(), attempt.execution.id, attempt.step, attempt.number);
        letters.add(new Store.Mail(borrower, letter.toString()));
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
            wishes.merge(
                    loan.borrower,
                    new Wish(1, Settings.Serving.ALL),
                    (known, one) -> new Wish(known.count + 1, known.serving));
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

    private void takeBack(UUID id) {
        Loan loan = loans.remove(id);
        if (loan != null) {
            loan.attempt.handBack();
        }
    }

    /** Only these nodes are alive: what others had is lost. */
    void alive(Set<UUID> nodes) {
        wishes.keySet().retainAll(nodes);
        machinery.ready().setOthersWait(!wishes.isEmpty());
        loans.forEach((id, loan) -> {
            if (!nodes.contains(loan.borrower) && loans.remove(id) != null) {
                loan.attempt.lose();
            }
        });
    }
}
