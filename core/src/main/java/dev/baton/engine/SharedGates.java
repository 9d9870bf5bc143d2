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
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Gates that all nodes on a store share. Whoever asks to be let in waits at first, and hears from the store through this
 * node, or from the node whose run made room. Who leaves does so in the transaction that records why.
 */
final class SharedGates implements Gates {

    /** What letters about gates are called. */
    static final String LETTER = "gate";

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Store store;
    private final Machinery machinery;
    private final Host host;
    private final Neighbours neighbours;
    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** The executions of this node, and the other nodes. */
    interface Neighbours {

        @Nullable LiveExecution findActive(UUID id);

        /** Tells another node what happened to one of its runs. */
        void tell(UUID node, News news, Store.Gate gate, Store.Ticket ticket);
    }

    /** What can happen to somebody at a gate. */
    enum News {
        ADMITTED,
        REFUSED,
        REPLACED
    }

    /** As it is told to another node. */
    static Letter letter(News news, Store.Gate gate, Store.Ticket ticket) {
        return Letter.of(
                LETTER, news, gate.name(), gate.limit(), gate.rate(), gate.per(), ticket.execution(), ticket.step());
    }

    /** Another node has let in, refused or replaced one of this node's. */
    void read(Letter letter) {
        long per = Long.parseLong(letter.text(4));
        Store.Gate gate = new Store.Gate(letter.text(1), letter.number(2), letter.number(3), per);
        hear(News.valueOf(letter.text(0)), gate, letter.id(5), letter.number(6));
    }

    SharedGates(Store store, Machinery machinery, Host host, Neighbours neighbours) {
        this.store = store;
        this.machinery = machinery;
        this.host = host;
        this.neighbours = neighbours;
    }

    @Override
    public Entry enter(Store.Gate gate, Ticket ticket, long rank, Overlap.Mode otherwise) {
        line(gate).arrive(gate, ticket, new Arrival(rank, otherwise));
        return Entry.WAITS;
    }

    @Override
    public boolean reenter(Store.Gate gate, Ticket ticket, long rank, boolean wasIn) {
        line(gate).arrive(gate, ticket, new Arrival(rank, Overlap.Mode.QUEUE));
        return false;
    }

    @Override
    public void leave(Store.Gate gate, Ticket ticket) {
        line(gate).leave(gate, ticket);
    }

    /** Asks again for all who wait: somebody may have made room and died before he said so. */
    void askAgain() {
        lines.values().forEach(Line::askAgain);
    }

    private void hear(News news, Store.Gate gate, UUID execution, int step) {
        LiveExecution here = neighbours.findActive(execution);
        if (here != null) {
            line(gate).heard(new Ticket(here, step));
            pass(news, gate, new Ticket(here, step));
        }
    }

    private void pass(News news, Store.Gate gate, Ticket ticket) {
        switch (news) {
            case ADMITTED -> host.admitted(gate, ticket);
            case REFUSED -> host.refused(gate, ticket);
            case REPLACED -> host.replaced(gate, ticket);
        }
    }

    private Line line(Store.Gate gate) {
        return lines.computeIfAbsent(gate.name(), name -> new Line(gate));
    }

    private record Arrival(long rank, Overlap.Mode otherwise) {}

    /** Those of this node who wait at one gate. */
    private final class Line {

        private Store.Gate gate;
        private final Map<Ticket, Arrival> arriving = new LinkedHashMap<>();
        private final Map<Ticket, Arrival> waiting = new LinkedHashMap<>();
        private final Set<Ticket> asking = new HashSet<>();
        /** Those that the store has been asked about, and that have not left. */
        private final Set<Ticket> known = new HashSet<>();

        private final Set<Ticket> leftWhileAsking = new HashSet<>();
        private final AtomicBoolean called = new AtomicBoolean();

        Line(Store.Gate gate) {
            this.gate = gate;
        }

        void arrive(Store.Gate newGate, Ticket ticket, Arrival arrival) {
            synchronized (this) {
                gate = newGate;
                arriving.put(ticket, arrival);
            }
            call();
        }

        void leave(Store.Gate newGate, Ticket ticket) {
            synchronized (this) {
                gate = newGate;
                waiting.remove(ticket);
                arriving.remove(ticket);
                if (!known.remove(ticket)) {
                    // The store has never heard of it.
                    return;
                }
                if (asking.contains(ticket)) {
                    leftWhileAsking.add(ticket);
                }
            }
            Unsaved unsaved = Objects.requireNonNull(ticket.execution().unsaved);
            unsaved.leave(new Store.Left(newGate.name(), ticket.execution().id, ticket.step()));
            unsaved.after(this::call);
        }

        synchronized void heard(Ticket ticket) {
            known.add(ticket);
            waiting.remove(ticket);
            arriving.remove(ticket);
        }

        void askAgain() {
            synchronized (this) {
                waiting.forEach(arriving::putIfAbsent);
            }
            if (!arriving.isEmpty()) {
                call();
            }
        }

        private void call() {
            if (!called.get() && called.compareAndSet(false, true)) {
                machinery.later(() -> {
                    called.set(false);
                    ask();
                });
            }
        }

        /** One at a time, so that what is asked and what is left cannot overtake one another. */
        private void ask() {
            Map<Ticket, Arrival> asked;
            Store.Gate now;
            synchronized (this) {
                if (!asking.isEmpty()) {
                    machinery.time().after(Duration.ofMillis(1), this::call);
                    return;
                }
                asked = new LinkedHashMap<>(arriving);
                arriving.clear();
                asking.addAll(asked.keySet());
                known.addAll(asked.keySet());
                now = gate;
            }
            try {
                settle(now, asked, store.admit(now, tickets(asked)));
            } catch (StoreUnavailableException e) {
                synchronized (this) {
                    asked.forEach(arriving::putIfAbsent);
                    asking.clear();
                }
                machinery.time().after(PAUSE, this::call);
            } catch (FencedException e) {
                // This node was declared dead: those who asked are asked for by others.
                synchronized (this) {
                    asking.clear();
                    leftWhileAsking.clear();
                }
            }
        }

        private List<Store.Ticket> tickets(Map<Ticket, Arrival> asked) {
            List<Store.Ticket> tickets = new ArrayList<>();
            asked.forEach((ticket, arrival) -> tickets.add(new Store.Ticket(
                    ticket.execution().id, ticket.step(), store.node(), arrival.rank(), arrival.otherwise())));
            return tickets;
        }

        private void settle(Store.Gate now, Map<Ticket, Arrival> asked, Store.Admission answer) {
            List<Ticket> left;
            synchronized (this) {
                waiting.putAll(asked);
                asking.clear();
                left = new ArrayList<>(leftWhileAsking);
                leftWhileAsking.clear();
                left.forEach(waiting::remove);
            }
            answer.admitted().forEach(ticket -> deliver(News.ADMITTED, now, ticket));
            answer.refused().forEach(ticket -> deliver(News.REFUSED, now, ticket));
            answer.toReplace().forEach(ticket -> deliver(News.REPLACED, now, ticket));
            if (answer.next() > 0) {
                machinery.time().at(Time.toInstant(answer.next()), this::call);
            }
            if (!left.isEmpty()) {
                // They were asked for after they had left: take that back.
                List<Store.Left> again = left.stream()
                        .map(ticket -> new Store.Left(now.name(), ticket.execution().id, ticket.step()))
                        .toList();
                store.commit(new Store.Commit(List.of(), List.of(), List.of(), Map.of(), again, null));
                call();
            }
        }

        private void deliver(News news, Store.Gate now, Store.Ticket ticket) {
            LiveExecution here = neighbours.findActive(ticket.execution());
            if (here != null) {
                heard(new Ticket(here, ticket.step()));
                pass(news, now, new Ticket(here, ticket.step()));
            } else if (!ticket.node().equals(store.node())) {
                neighbours.tell(ticket.node(), news, now, ticket);
            }
        }
    }
}
