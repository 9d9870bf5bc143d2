package dev.baton.engine;

import dev.baton.policy.Overlap;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those of this node who wait at a gate that all nodes share. The store is asked for them by one thread at a time. Who
 * leaves while it is being asked for may be let in after it has left: that is taken back before anybody is asked for
 * again. Safe from any thread.
 */
final class GateLine {

    private static final Logger LOG = LoggerFactory.getLogger(GateLine.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Store store;
    private final Machinery machinery;
    private final String name;
    private final BiConsumer<Store.Gate, Store.Admission> listener;
    private final AtomicBoolean called = new AtomicBoolean();

    private Store.Gate gate;
    private final Map<Gates.Ticket, Waiter> waiting = new LinkedHashMap<>();
    private boolean asking;
    private boolean calledWhileAsking;
    private Set<Gates.Ticket> asked = Set.of();
    private final Set<Gates.Ticket> toTakeBack = new HashSet<>();

    /** How somebody waits; guarded by its line. */
    static final class Waiter {

        private final long rank;
        private final Overlap.Mode otherwise;
        private boolean mayBeAsked;
        private boolean isDue;

        private Waiter(long rank, Overlap.Mode otherwise) {
            this.rank = rank;
            this.otherwise = otherwise;
        }
    }

    /**
     * Makes a line that is empty.
     *
     * @param listener told what the store answers
     */
    GateLine(Store store, Machinery machinery, Store.Gate gate, BiConsumer<Store.Gate, Store.Admission> listener) {
        this.store = store;
        this.machinery = machinery;
        this.name = gate.name();
        this.gate = gate;
        this.listener = listener;
    }

    // ---- who waits

    /** Somebody waits from now on, and is not asked for before it {@linkplain #mayAsk may be}. */
    synchronized Waiter add(Store.Gate newGate, Gates.Ticket ticket, long rank, Overlap.Mode otherwise) {
        gate = newGate;
        Waiter waiter = new Waiter(rank, otherwise);
        waiting.put(ticket, waiter);
        return waiter;
    }

    void mayAsk(Gates.Ticket ticket, Waiter waiter) {
        synchronized (this) {
            if (waiting.get(ticket) != waiter) {
                return;
            }
            waiter.mayBeAsked = true;
            waiter.isDue = true;
        }
        call();
    }

    synchronized void remove(Gates.Ticket ticket, Waiter waiter) {
        waiting.remove(ticket, waiter);
    }

    /** Somebody does not wait any longer, or is not in any longer. */
    synchronized void leave(Store.Gate newGate, Gates.Ticket ticket) {
        gate = newGate;
        waiting.remove(ticket);
        // What another node advances by now is in, or waits, for that one.
        if (asked.contains(ticket) && !ticket.execution().gone) {
            toTakeBack.add(ticket);
        }
    }

    /** Another node advances it after all, and goes on from when it had not left. */
    synchronized void leaveToOthers(Gates.Ticket ticket) {
        toTakeBack.remove(ticket);
    }

    /**
     * Somebody does not wait any longer because of an answer.
     *
     * @param rank with which it was asked for; an answer to what it asked before it left and came back is void
     * @return whether the answer counts
     */
    synchronized boolean heard(Gates.Ticket ticket, long rank) {
        Waiter waiter = waiting.get(ticket);
        boolean counts = waiter != null && waiter.rank == rank;
        if (counts) {
            waiting.remove(ticket);
        }
        return counts;
    }

    void askAgain() {
        synchronized (this) {
            if (waiting.isEmpty() && toTakeBack.isEmpty()) {
                return;
            }
            waiting.values().forEach(waiter -> waiter.isDue = waiter.mayBeAsked);
        }
        call();
    }

    // ---- the store is asked

    /** Asks the store soon, by another thread: for who is due, and whether there is room for anybody else. */
    void call() {
        if (!called.get() && called.compareAndSet(false, true)) {
            machinery.later(() -> {
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
            LOG.debug("nobody is asked for at {}: who waits there is others' now", name);
            fenced();
        } catch (RuntimeException e) {
            if (!(e instanceof StoreUnavailableException)) {
                LOG.error("who waits at {} could not be asked for, and will be again", name, e);
            }
            machinery.time().after(PAUSE, this::askAgain);
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
        List<Gates.Ticket> left;
        synchronized (this) {
            left = List.copyOf(toTakeBack);
        }
        if (!left.isEmpty()) {
            List<Store.Left> again = left.stream()
                    .map(ticket -> new Store.Left(name, ticket.execution().id, ticket.step()))
                    .toList();
            store.commit(new Store.Commit(List.of(), List.of(), List.of(), Map.of(), again, null));
            synchronized (this) {
                left.forEach(toTakeBack::remove);
            }
        }
    }

    private void admit() {
        List<Store.Ticket> tickets = new ArrayList<>();
        Store.Gate now;
        synchronized (this) {
            now = gate;
            asked = new HashSet<>();
            waiting.forEach((ticket, waiter) -> {
                if (waiter.isDue) {
                    waiter.isDue = false;
                    asked.add(ticket);
                    tickets.add(new Store.Ticket(
                            ticket.execution().id, ticket.step(), store.node(), waiter.rank, waiter.otherwise));
                }
            });
        }
        Store.Admission answer = store.admit(now, tickets);
        synchronized (this) {
            asked = Set.of();
        }
        listener.accept(now, answer);
        if (answer.next() > 0) {
            machinery.time().at(Time.toInstant(answer.next()), this::call);
        }
    }
}
