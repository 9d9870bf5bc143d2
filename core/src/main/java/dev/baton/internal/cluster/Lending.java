package dev.baton.internal.cluster;

import dev.baton.error.NotPossibleException;
import dev.baton.internal.definition.Serving;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lends runs of executions that this node owns to other nodes, if this node has too many or cannot execute them itself.
 * Other nodes announce their free places; a lent run stays leased here, and its outcome comes back in a message. Safe from
 * any thread.
 */
final class Lending {

    private static final int MOST_AT_ONCE = 100;
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    static final String WANT = "want";
    static final String LEND = "lend";
    static final String HANDED = "handed";
    static final String TAKEN = "taken";
    static final String RETURN = "return";
    static final String DECLINE = "decline";
    static final String LOST = "lost";
    static final String STOP = "stop";

    private static final String NODE_DIED = Objects.requireNonNull(EndReason.LOST.words());

    private final Store store;
    private final ReadyRuns ready;
    private final NodeMessages messages;
    private final Claimer claimer;
    private final Borrowers borrowers = new Borrowers();
    private final Map<UUID, Loan> loans = new ConcurrentHashMap<>();
    private final AtomicBoolean called = new AtomicBoolean();
    private final Queue<Store.Message> unsent = new ConcurrentLinkedQueue<>();

    private record Loan(Borrowers.Borrower borrower, Attempt attempt) {}

    Lending(Store store, ReadyRuns ready, NodeMessages messages, Claimer claimer) {
        this.store = store;
        this.ready = ready;
        this.messages = messages;
        this.claimer = claimer;
        messages.deliver(WANT, this::wanted);
        messages.deliver(HANDED, this::handed);
        messages.deliver(RETURN, this::returned);
        messages.deliver(DECLINE, this::declined);
        messages.deliver(LOST, this::lost);
    }

    private void wanted(NodeMessage message) {
        borrowers.put(message.id(0), Borrowers.read(message));
        ready.setOthersWait(!borrowers.isEmpty());
        consider();
    }

    /** Looks for runs to lend, soon and on another thread. */
    void consider() {
        if (borrowers.isEmpty() || called.get()) {
            return;
        }
        boolean something = ready.hasByDemand() || !claimer.hasRoom();
        if (something && called.compareAndSet(false, true)) {
            ready.later(() -> {
                called.set(false);
                lend();
            });
        }
    }

    /**
     * Lends one run to each borrower in turn, as long as there are runs to spare. Several threads may do so at a time:
     * the guard of a run, which is user code, may block the one that asks it.
     */
    private void lend() {
        boolean any = true;
        while (any && unsent.size() < MOST_AT_ONCE) {
            any = false;
            for (Borrowers.Borrower borrower : borrowers.all()) {
                any |= borrowers.take(borrower) && lendTo(borrower);
            }
        }
        ready.setOthersWait(!borrowers.isEmpty());
        sendLoans();
    }

    /** Lends a run to a borrower, one of whose places was taken for it, or gives the place back if there is none. */
    private boolean lendTo(Borrowers.Borrower borrower) {
        boolean isLent = false;
        try {
            Attempt attempt = spare(borrower.serving());
            if (attempt != null) {
                isLent = true;
                lend(borrower, attempt);
            }
        } finally {
            if (!isLent) {
                borrowers.add(borrower);
            }
        }
        return isLent;
    }

    private void sendLoans() {
        List<Store.Message> all = new ArrayList<>();
        for (Store.Message next = unsent.poll(); next != null; next = unsent.poll()) {
            all.add(next);
        }
        if (!all.isEmpty()) {
            messages.sendSurely(all);
        }
    }

    private @Nullable Attempt spare(Serving theirs) {
        Worker worker = ready.worker();
        Attempt foreign = ready.claimByDemand(demand -> theirs.serves(demand) && worker.spares(demand));
        return foreign != null || claimer.hasRoom() ? foreign : ready.claimFor(theirs);
    }

    private void lend(Borrowers.Borrower borrower, Attempt attempt) {
        if (isForOwner(attempt)) {
            attempt.handBack();
            return;
        }
        UUID loan = UUID.randomUUID();
        loans.put(loan, new Loan(borrower, attempt));
        attempt.execution().tell(turn -> turn.touch(attempt.step()));
        attempt.onStop(() -> tellToStop(loan, borrower.node(), attempt));
        NodeMessage message = NodeMessage.of(
                LEND,
                loan,
                store.node(),
                attempt.execution().id(),
                attempt.step(),
                attempt.number(),
                ready.worker().isSelective(),
                borrower.node());
        boolean isFirst = unsent.isEmpty();
        unsent.add(new Store.Message(borrower.node(), message.toString()));
        if (isFirst) {
            // The guard of the next run may block this thread.
            ready.services().time().after(LOOK_EVERY, () -> ready.later(this::sendLoans));
        }
    }

    private static boolean isForOwner(Attempt attempt) {
        RunDetails details = attempt.execution().runs().detailsOrNull(attempt.step());
        return details != null && details.isOwnerOnly();
    }

    private void tellToStop(UUID loan, UUID borrower, Attempt attempt) {
        ready.later(() -> {
            boolean isLost = attempt.stopReason() == StopReason.LOST;
            if (isLost) {
                // Another node owns the execution by now: the outcome of the run is not for this one.
                loans.remove(loan);
            }
            if (isLost || loans.containsKey(loan)) {
                messages.sendSurely(borrower, NodeMessage.of(STOP, loan, attempt.stopReason()));
            }
        });
    }

    /**
     * The borrower gave the run to a worker outside, which needs neither of the two: this node holds the worker's lease
     * from now on, and tells the borrower, which then tells the worker.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    private void handed(NodeMessage message) {
        UUID id = message.id(0);
        Loan loan = loans.remove(id);
        if (loan != null) {
            Attempt attempt = loan.attempt;
            ready.worker().adopt(attempt, new Worker.Survivor(attempt.number(), attempt.started(), message.text(1)));
            attempt.recorded().whenComplete((done, moved) -> {
                if (moved == null) {
                    ready.later(() -> messages.sendSurely(loan.borrower.node(), NodeMessage.of(TAKEN, id)));
                }
            });
        }
    }

    private void returned(NodeMessage message) {
        Loan loan = loans.remove(message.id(0));
        if (loan != null) {
            loan.attempt.report(RemoteOutcome.parse(message, 1));
            borrowers.add(loan.borrower);
            ready.setOthersWait(true);
            consider();
        }
    }

    /** The borrower cannot execute the run after all, or only the owner can. */
    private void declined(NodeMessage message) {
        Loan loan = loans.get(message.id(0));
        boolean ownerOnly = message.fields().size() > 1;
        if (loan != null && ownerOnly) {
            loan.attempt.execution().runs().details(loan.attempt.step()).setOwnerOnly();
            if (!ready.serving().serves(loan.attempt.demand())) {
                loans.remove(message.id(0));
                loan.attempt.fail(new NotPossibleException("it asks for a node with other duties than its execution's"
                        + " owner, and for the transaction that only the owner can give. Do one or the other."));
            }
        }
        takeBack(message.id(0));
    }

    /** The worker that executed the run for the borrower is lost. */
    private void lost(NodeMessage message) {
        Loan loan = loans.remove(message.id(0));
        if (loan != null) {
            loan.attempt.lose(message.fields().size() > 1 ? message.text(1) : NODE_DIED);
        }
    }

    /** Waits until every lent run has come back, or this time has passed. Returns whether all are back. */
    boolean awaitBack(Duration atMost) throws InterruptedException {
        Time time = ready.services().time();
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

    /** Waits for no lent run any longer: this node was declared dead or has left, and others own what it had. */
    void forgetAll() {
        loans.clear();
    }

    /** Treats the runs lent to any node other than these as lost. */
    void alive(Set<UUID> nodes) {
        borrowers.retain(nodes);
        ready.setOthersWait(!borrowers.isEmpty());
        loans.forEach((id, loan) -> {
            if (!nodes.contains(loan.borrower.node()) && loans.remove(id) != null) {
                loan.attempt.lose(NODE_DIED);
            }
        });
    }
}
