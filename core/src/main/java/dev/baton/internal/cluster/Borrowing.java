package dev.baton.internal.cluster;

import dev.baton.internal.definition.Serving;
import dev.baton.internal.execution.ExecutionState;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.execution.Stops;
import dev.baton.internal.journal.Archive;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.Lender;
import dev.baton.internal.run.NotHereSignal;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes runs that other nodes lend to this one, and sends the outcomes back. Safe from any thread. */
final class Borrowing {

    private static final Logger LOG = LoggerFactory.getLogger(Borrowing.class);
    private static final int AT_ONCE = 16;

    /** How many loans a node recognises if they are offered again. */
    private static final int MOST_KNOWN = 10_000;

    /** How long a borrowed run may wait here for a worker. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** How long a worker may wait until its lease is recorded by the node that lent the run. */
    private static final Duration HAND_OUT = Duration.ofSeconds(10);

    private final Store store;
    private final ReadyRuns ready;
    private final NodeMessages messages;
    private final Claimer claimer;
    private final Archive archive;
    private final Map<UUID, Borrowed> borrowed = new ConcurrentHashMap<>();
    /** The loans that were offered last, taken or not. */
    private final LatestIds known = new LatestIds(MOST_KNOWN);

    /** The free places that the other nodes were told of last. */
    private volatile List<Worker.FreePlaces> told = List.of();

    private final AtomicBoolean asking = new AtomicBoolean();

    /** Answers that are awaited from the nodes that lent runs. */
    private final Map<UUID, CompletableFuture<Boolean>> handed = new ConcurrentHashMap<>();

    /**
     * A run that another node has lent.
     *
     * @param lender the node that owns the run
     * @param borrower the id of this node when it borrowed the run: if this node was declared dead and has joined again
     *     since, the lender has given the run to another
     */
    private record Borrowed(UUID lender, UUID borrower, Attempt attempt) {}

    /**
     * Borrows from now on.
     *
     * @param archive finds the executions that runs belong to
     */
    Borrowing(Store store, ReadyRuns ready, NodeMessages messages, Claimer claimer, Archive archive) {
        this.store = store;
        this.ready = ready;
        this.messages = messages;
        this.claimer = claimer;
        this.archive = archive;
        messages.deliver(Lending.LEND, this::borrow);
        messages.deliver(Lending.STOP, this::stop);
        messages.deliver(Lending.TAKEN, this::taken);
    }

    // ---- what this node would run

    /** Tells these nodes which runs this node would execute for them; sent with each heartbeat. */
    void offer(Set<UUID> nodes) {
        List<Worker.FreePlaces> free = freePlaces();
        boolean news = !free.isEmpty() || !told.isEmpty();
        told = free;
        if (news) {
            tell(nodes);
        }
    }

    /** Tells these nodes between two heartbeats, if there are places of a new kind or many more of one. */
    void offerNews(Set<UUID> nodes) {
        if (nodes.isEmpty() || asking.get() || freePlaces().stream().allMatch(this::isTold)) {
            return;
        }
        if (asking.compareAndSet(false, true)) {
            ready.later(() -> {
                asking.set(false);
                List<Worker.FreePlaces> free = freePlaces();
                if (!free.stream().allMatch(this::isTold)) {
                    told = free;
                    tell(nodes);
                }
            });
        }
    }

    private List<Worker.FreePlaces> freePlaces() {
        if (ready.worker().isSelective()) {
            return ready.isAccepting() ? ready.worker().freePlaces() : List.of();
        }
        Serving serving = ready.serving();
        return claimer.hasRoom()
                ? List.of(new Worker.FreePlaces(serving.queues(), serving.labels(), AT_ONCE))
                : List.of();
    }

    /** The lenders count the runs they lend and get back, so no message is needed for each run that ends. */
    private boolean isTold(Worker.FreePlaces places) {
        return told.stream()
                .anyMatch(known -> known.queues().equals(places.queues())
                        && known.labels().equals(places.labels())
                        && known.count() * 2 > places.count());
    }

    private void tell(Set<UUID> nodes) {
        String want = Borrowers.message(store.node(), told).toString();
        List<Store.Message> wanted =
                nodes.stream().map(node -> new Store.Message(node, want)).toList();
        if (!wanted.isEmpty()) {
            try {
                store.send(wanted);
            } catch (StoreUnavailableException | FencedException e) {
                LOG.debug("others hear of it with the next heartbeat");
            }
        }
    }

    private void borrow(NodeMessage message) {
        // A message may arrive twice.
        if (known.add(message.id(0))) {
            take(message, ready.worker().isSelective());
        }
    }

    private void take(NodeMessage message, boolean mayWait) {
        UUID loan = message.id(0);
        UUID lender = message.id(1);
        int step = message.number(3);
        LiveExecution copy = copy(message.id(2));
        if (copy != null && mayWait && copy.node(step).isRemoved()) {
            // The job may have been registered on another node just now.
            ready.services().time().after(PATIENCE, () -> ready.later(() -> take(message, false)));
        } else if (copy == null || !isStillLent(copy, step, lender)) {
            decline(loan, lender);
        } else {
            Loan lent = new Loan(loan, Boolean.parseBoolean(message.text(5)));
            take(loan, new Borrowed(lender, message.id(6), new Attempt(ready, copy, step, message.number(4), lent)));
        }
    }

    private void take(UUID loan, Borrowed run) {
        Attempt attempt = run.attempt;
        borrowed.put(loan, run);
        ready.enqueueBorrowed(attempt);
        if (ready.worker().isSelective()) {
            // The worker with the free place may have found another run meanwhile.
            ready.services().time().after(PATIENCE, () -> ready.later(() -> giveUp(attempt)));
        }
    }

    /** Returns a run that no worker has taken here. */
    private void giveUp(Attempt attempt) {
        if (ready.withdrawBorrowed(attempt)) {
            LOG.debug("run {} is given back: nobody here takes it", attempt.runId());
            attempt.handBack();
        }
    }

    private void decline(UUID loan, UUID lender) {
        messages.sendSurely(lender, NodeMessage.of(Lending.DECLINE, loan));
    }

    private @Nullable LiveExecution copy(UUID execution) {
        try {
            return ready.isAccepting() ? archive.find(execution) : null;
        } catch (StoreUnavailableException e) {
            return null;
        } catch (RuntimeException | Error e) {
            LOG.warn("execution {} cannot be read here, and its run is given back", execution, e);
            return null;
        }
    }

    /** Whether the lender still owns the execution and the run is still pending: the message may have been delayed. */
    private static boolean isStillLent(LiveExecution copy, int step, UUID lender) {
        ExecutionRecord record = Objects.requireNonNull(copy.record());
        return lender.equals(record.place().owner())
                && !copy.node(step).isRemoved()
                && !copy.progress().status(step).isTerminal()
                && copy.state() != ExecutionState.HELD
                && Stops.reason(copy, step) == null;
    }

    /** A borrowed run, as its attempt here sees it. */
    private final class Loan implements Lender {

        private final UUID id;
        private final boolean mayHandOut;

        Loan(UUID id, boolean mayHandOut) {
            this.id = id;
            this.mayHandOut = mayHandOut;
        }

        @Override
        public boolean lends(Attempt attempt) {
            Borrowed mine = borrowed.get(id);
            int step = attempt.step();
            try {
                Archive.Part now = mine == null ? null : archive.findPart(attempt.executionId(), step, step + 1);
                return mine != null
                        && now != null
                        && isStillLent(now.execution(), step, mine.lender)
                        && mine.borrower.equals(store.node());
            } catch (RuntimeException e) {
                LOG.debug("run {} is given back: it is not known whose it is: {}", attempt.runId(), e.getMessage());
                return false;
            }
        }

        @Override
        public CompletionStage<Boolean> handOut(Attempt attempt, String holder) {
            Borrowed mine = borrowed.get(id);
            if (mine == null || !mayHandOut) {
                return mine == null
                        ? CompletableFuture.failedFuture(new MovedException())
                        : CompletableFuture.completedFuture(false);
            }
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            handed.put(id, answer);
            messages.sendSurely(mine.lender, NodeMessage.of(Lending.HANDED, id, holder));
            ready.services().time().after(HAND_OUT, () -> answer.completeExceptionally(new MovedException()));
            return answer.whenComplete((done, late) -> handed.remove(id));
        }

        @Override
        public void ended(Attempt attempt) {
            Borrowed mine = borrowed.remove(id);
            if (mine != null && isNotHere(attempt)) {
                messages.sendSurely(mine.lender, NodeMessage.of(Lending.DECLINE, id, "owner"));
            } else if (mine != null) {
                messages.sendSurely(
                        mine.lender,
                        outcome(id, RemoteOutcome.of(attempt)),
                        refusal -> outcome(id, RemoteOutcome.refused(attempt, refusal)));
            }
        }

        @Override
        public void notStarted(Attempt attempt) {
            giveBack(NodeMessage.of(Lending.DECLINE, id));
        }

        @Override
        public void lost(Attempt attempt, String words) {
            giveBack(NodeMessage.of(Lending.LOST, id, words));
        }

        private void giveBack(NodeMessage message) {
            Borrowed mine = borrowed.remove(id);
            if (mine != null) {
                messages.sendSurely(mine.lender, message);
            }
        }
    }

    private static NodeMessage outcome(UUID loan, String[] outcome) {
        List<String> fields = new ArrayList<>();
        fields.add(loan.toString());
        fields.addAll(Arrays.asList(outcome));
        return new NodeMessage(Lending.RETURN, fields);
    }

    private static boolean isNotHere(Attempt attempt) {
        Failure failure = attempt.failure();
        return failure != null && failure.error() instanceof NotHereSignal;
    }

    /** The node that lent a run goes on without this one. */
    private void taken(NodeMessage message) {
        UUID loan = message.id(0);
        CompletableFuture<Boolean> answer = handed.get(loan);
        if (answer != null) {
            Borrowed mine = borrowed.remove(loan);
            answer.complete(true);
            if (mine != null) {
                ready.attemptOver(mine.attempt);
            }
        }
    }

    private void stop(NodeMessage message) {
        Borrowed mine = borrowed.get(message.id(0));
        if (mine != null) {
            giveUp(mine.attempt);
            mine.attempt.stop(StopReason.valueOf(message.text(1)));
        }
    }

    /** Drops the loans of nodes other than these, which are alive: dead nodes wait for no outcome. */
    void alive(Set<UUID> nodes) {
        borrowed.forEach((loan, mine) -> {
            if (!nodes.contains(mine.lender) && borrowed.remove(loan) != null) {
                LOG.info("{} is stopped: the node that lent it is gone", mine.attempt.jobName());
                mine.attempt.stop(StopReason.LOST);
            }
        });
    }

    /** Returns every run that has not ended, because this node stops. */
    void stopAll() {
        borrowed.forEach((loan, mine) -> {
            if (borrowed.remove(loan) != null) {
                mine.attempt.stop(StopReason.LOST);
                decline(loan, mine.lender);
            }
        });
    }
}
