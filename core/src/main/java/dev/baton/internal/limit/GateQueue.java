package dev.baton.internal.limit;

import dev.baton.internal.execution.GateRequest;
import dev.baton.internal.execution.Permit;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of this node that wait at a gate shared by all nodes. One thread at a time asks the store, once for each
 * request, because the store remembers waiting requests. A permit returned while the store is being asked for it may be
 * granted afterwards; the queue returns it before it asks again. Safe from any thread.
 */
final class GateQueue {

    private static final Logger LOG = LoggerFactory.getLogger(GateQueue.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int ASKED_AGAIN = 200;

    private final Store store;
    private final Time time;
    private final Executor executor;
    private final BiConsumer<Store.Gate, Store.Admission> listener;
    private final AtomicBoolean called = new AtomicBoolean();

    private Store.Gate gate;
    private final Map<Permit, GateRequest> waiting = new HashMap<>();
    /** The permits that the store has not been asked for. */
    private Set<Permit> due = new LinkedHashSet<>();

    private boolean asking;
    private boolean calledWhileAsking;
    private Set<Permit> asked = Set.of();
    private final Set<Permit> toTakeBack = new HashSet<>();

    /**
     * An empty queue.
     *
     * @param listener receives the store's answers
     */
    GateQueue(
            Store store,
            Time time,
            Executor executor,
            Store.Gate gate,
            BiConsumer<Store.Gate, Store.Admission> listener) {
        this.store = store;
        this.time = time;
        this.executor = executor;
        this.gate = gate;
        this.listener = listener;
    }

    /** Adds a request. */
    void enter(GateRequest request) {
        synchronized (this) {
            gate = request.permit().gate();
            waiting.put(request.permit(), request);
            due.add(request.permit());
        }
        call();
    }

    /** Removes a permit that waits or is held; the store already knows. */
    void leave(Permit permit) {
        synchronized (this) {
            gate = permit.gate();
            waiting.remove(permit);
            due.remove(permit);
            if (asked.contains(permit)) {
                toTakeBack.add(permit);
            }
        }
        call();
    }

    /** Removes a permit whose execution another node owns now. */
    synchronized void forget(Permit permit) {
        waiting.remove(permit);
        due.remove(permit);
        toTakeBack.remove(permit);
    }

    /**
     * Removes a request that was answered.
     *
     * @param rank the rank of the request; an answer to an earlier request of the same permit is void
     * @return whether the answer counts
     */
    synchronized boolean answered(Permit permit, long rank) {
        GateRequest request = waiting.get(permit);
        boolean counts = request != null && request.rank() == rank;
        if (counts) {
            waiting.remove(permit);
            due.remove(permit);
        }
        return counts;
    }

    /** Asks again for all waiting requests: another node may have made room, and died before it said so. */
    void askAgain() {
        synchronized (this) {
            if (waiting.isEmpty() && toTakeBack.isEmpty()) {
                return;
            }
            due.addAll(firstInLine());
        }
        call();
    }

    /** The requests at the head of the line: a grant that was lost on its way is for one of these. */
    private List<Permit> firstInLine() {
        PriorityQueue<GateRequest> first =
                new PriorityQueue<>(Comparator.comparingLong(GateRequest::rank).reversed());
        for (GateRequest request : waiting.values()) {
            first.add(request);
            if (first.size() > ASKED_AGAIN) {
                first.poll();
            }
        }
        return first.stream().map(GateRequest::permit).toList();
    }

    private synchronized void allAreDue() {
        due = new LinkedHashSet<>(waiting.keySet());
    }

    synchronized void count(int atLeast, Map<String, Integer> into) {
        if (waiting.size() >= atLeast) {
            Gates.count(waiting.keySet(), into);
        }
    }

    /** Asks the store soon, on another thread: for new requests, and whether there is room for waiting ones. */
    void call() {
        if (!called.get() && called.compareAndSet(false, true)) {
            executor.execute(() -> {
                called.set(false);
                ask();
            });
        }
    }

    private void ask() {
        synchronized (this) {
            if (asking) {
                calledWhileAsking = true;
                return;
            }
            asking = true;
        }
        try {
            takeBack();
            admit();
        } catch (FencedException e) {
            LOG.debug("no run is admitted at {}: other nodes own the executions that wait there", gate.name());
            fenced();
        } catch (RuntimeException | Error e) {
            if (!(e instanceof StoreUnavailableException)) {
                LOG.error("the line at {} could not be read; it is tried again", gate.name(), e);
            }
            allAreDue();
            time.after(PAUSE, this::call);
        } finally {
            over();
        }
    }

    private synchronized void fenced() {
        toTakeBack.clear();
    }

    private void over() {
        boolean again;
        synchronized (this) {
            asking = false;
            asked = Set.of();
            again = calledWhileAsking;
            calledWhileAsking = false;
        }
        if (again) {
            call();
        }
    }

    private void takeBack() {
        List<Permit> left;
        synchronized (this) {
            left = List.copyOf(toTakeBack);
        }
        if (!left.isEmpty()) {
            List<Store.ReturnedPermit> again = left.stream()
                    .map(permit -> new Store.ReturnedPermit(
                            gate.name(), permit.execution().id(), permit.step()))
                    .toList();
            store.commit(new Store.Commit(List.of(), List.of(), List.of(), Map.of(), again, null));
            synchronized (this) {
                left.forEach(toTakeBack::remove);
            }
        }
    }

    /**
     * A request as the store knows it, under the id that this node had when it took the execution: it may have joined
     * again since and have taken the execution once more, which then has requests of its own.
     */
    private Store.PermitRequest stored(GateRequest request) {
        Permit permit = request.permit();
        ExecutionRecord record = permit.execution().record();
        UUID owner = record == null ? null : record.place().owner();
        return new Store.PermitRequest(
                permit.execution().id(),
                permit.step(),
                owner == null ? store.node() : owner,
                request.rank(),
                request.otherwise());
    }

    private void admit() {
        List<Store.PermitRequest> requests = new ArrayList<>();
        Store.Gate now;
        synchronized (this) {
            now = gate;
            asked = due;
            due = new LinkedHashSet<>();
            for (Permit permit : asked) {
                GateRequest request = waiting.get(permit);
                if (request != null && !permit.execution().isGone()) {
                    requests.add(stored(request));
                }
            }
        }
        Store.Admission answer = store.admit(now, requests, time.micros());
        synchronized (this) {
            asked = Set.of();
        }
        listener.accept(now, answer);
        if (answer.next() > 0) {
            time.at(Time.toInstant(answer.next()), this::call);
        }
    }
}
