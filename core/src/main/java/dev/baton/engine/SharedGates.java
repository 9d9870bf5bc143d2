package dev.baton.engine;

import dev.baton.policy.Overlap;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Gates that all nodes on a store share. Whoever asks to be let in waits at first, and hears from the store through this
 * node, or from the node whose run made room. Who leaves does so in the transaction that records why.
 */
final class SharedGates implements Gates {

    /** What letters about gates are called. */
    static final String LETTER = "gate";

    private final Store store;
    private final Machinery machinery;
    private final Host host;
    private final Neighbours neighbours;
    private final Map<String, GateLine> lines = new ConcurrentHashMap<>();

    /** The executions of this node, and the other nodes. */
    interface Neighbours {

        @Nullable LiveExecution findActive(UUID id);

        /** Tells other nodes what happened to runs of theirs. */
        void tell(List<Store.Mail> letters);
    }

    /** What can happen to somebody at a gate. */
    enum News {
        ADMITTED,
        REFUSED,
        REPLACED
    }

    SharedGates(Store store, Machinery machinery, Host host, Neighbours neighbours) {
        this.store = store;
        this.machinery = machinery;
        this.host = host;
        this.neighbours = neighbours;
    }

    @Override
    public Entry enter(Store.Gate gate, Ticket ticket, long rank, Overlap.Mode otherwise) {
        GateLine line = line(gate);
        GateLine.Waiter waiter = line.add(gate, ticket, rank, otherwise);
        if (ticket.step() == Ticket.WHOLE) {
            line.mayAsk(ticket, waiter);
            return Entry.WAITS;
        }
        // The store lets in nobody who has ended as far as it knows, and must have heard of it when this one left
        // before.
        unsaved(ticket).after(new Unsaved.Effect() {
            @Override
            public void happen() {
                line.mayAsk(ticket, waiter);
            }

            @Override
            public void dropped() {
                line.remove(ticket, waiter);
            }
        });
        return Entry.WAITS;
    }

    @Override
    public boolean reenter(Store.Gate gate, Ticket ticket, long rank, boolean wasIn) {
        return enter(gate, ticket, rank, Overlap.Mode.QUEUE) == Entry.ADMITTED;
    }

    @Override
    public void leave(Store.Gate gate, Ticket ticket) {
        GateLine line = line(gate);
        line.leave(gate, ticket);
        unsaved(ticket).leave(new Store.Left(gate.name(), ticket.execution().id, ticket.step()));
        unsaved(ticket).after(new Unsaved.Effect() {
            @Override
            public void happen() {
                line.call();
            }

            @Override
            public void dropped() {
                line.leaveToOthers(ticket);
            }
        });
    }

    /** Asks again for all who wait: somebody may have made room and died before he said so. */
    void askAgain() {
        lines.values().forEach(GateLine::askAgain);
    }

    private static Unsaved unsaved(Ticket ticket) {
        return Objects.requireNonNull(ticket.execution().unsaved);
    }

    private GateLine line(Store.Gate gate) {
        return lines.computeIfAbsent(gate.name(), name -> new GateLine(store, machinery, gate, this::spread));
    }

    // ---- news

    private void spread(Store.Gate gate, Store.Admission answer) {
        List<Store.Mail> letters = new ArrayList<>();
        answer.admitted().forEach(ticket -> spread(News.ADMITTED, gate, ticket, letters));
        answer.refused().forEach(ticket -> spread(News.REFUSED, gate, ticket, letters));
        answer.toReplace().forEach(ticket -> spread(News.REPLACED, gate, ticket, letters));
        if (!letters.isEmpty()) {
            neighbours.tell(letters);
        }
    }

    private void spread(News news, Store.Gate gate, Store.Ticket ticket, List<Store.Mail> letters) {
        boolean isHere = hear(news, gate, ticket.execution(), ticket.step(), ticket.rank());
        if (!isHere && !ticket.node().equals(store.node())) {
            letters.add(new Store.Mail(ticket.node(), letter(news, gate, ticket).toString()));
        }
    }

    private static Letter letter(News news, Store.Gate gate, Store.Ticket ticket) {
        return Letter.of(
                LETTER,
                news,
                gate.name(),
                gate.limit(),
                gate.rate(),
                gate.per(),
                ticket.execution(),
                ticket.step(),
                ticket.rank());
    }

    /** Another node has let in, refused or replaced one of this node's. */
    void read(Letter letter) {
        Store.Gate gate =
                new Store.Gate(letter.text(1), letter.number(2), letter.number(3), Long.parseLong(letter.text(4)));
        long rank = Long.parseLong(letter.text(7));
        hear(News.valueOf(letter.text(0)), gate, letter.id(5), letter.number(6), rank);
    }

    /** Returns whether the execution is here. */
    private boolean hear(News news, Store.Gate gate, UUID execution, int step, long rank) {
        LiveExecution here = neighbours.findActive(execution);
        if (here == null) {
            return false;
        }
        Ticket ticket = new Ticket(here, step);
        switch (news) {
            case ADMITTED -> {
                if (line(gate).heard(ticket, rank)) {
                    host.admitted(gate, ticket);
                }
            }
            case REFUSED -> {
                if (line(gate).heard(ticket, rank)) {
                    host.refused(gate, ticket);
                }
            }
            case REPLACED -> host.replaced(gate, ticket);
        }
        return true;
    }
}
