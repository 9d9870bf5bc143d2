package dev.baton.engine;

import dev.baton.policy.Overlap;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Gates that one process has for itself. */
final class MemoryGates implements Gates {

    private final Time time;
    private final Host host;
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    MemoryGates(Time time, Host host) {
        this.time = time;
        this.host = host;
    }

    /** Where in the line somebody stands: by rank, then first come, first served. */
    private record Turn(long rank, long number) implements Comparable<Turn> {

        @Override
        public int compareTo(Turn other) {
            int byRank = Long.compare(rank, other.rank);
            return byRank != 0 ? byRank : Long.compare(number, other.number);
        }
    }

    private Place place(Store.Gate gate) {
        return places.computeIfAbsent(gate.name(), name -> new Place());
    }

    @Override
    public Entry enter(Store.Gate gate, Ticket ticket, long rank, Overlap.Mode otherwise) {
        return place(gate).enter(gate, ticket, rank, otherwise);
    }

    @Override
    public boolean reenter(Store.Gate gate, Ticket ticket, long rank, boolean wasIn) {
        return place(gate).reenter(gate, ticket, rank, wasIn);
    }

    @Override
    public void leave(Store.Gate gate, Ticket ticket) {
        place(gate).leave(gate, ticket);
    }

    private final class Place {

        private final Set<Ticket> in = new LinkedHashSet<>();
        private final TreeMap<Turn, Ticket> line = new TreeMap<>();
        private final Map<Ticket, Turn> turns = new HashMap<>();
        /** When those were let in that count for the rate. */
        private final Deque<Long> passes = new ArrayDeque<>();

        private long arrivals;
        private boolean timed;

        Entry enter(Store.Gate gate, Ticket ticket, long rank, Overlap.Mode otherwise) {
            Optional<Ticket> older = Optional.empty();
            synchronized (this) {
                if (line.isEmpty() && hasRoom(gate)) {
                    letIn(gate, ticket);
                    return Entry.ADMITTED;
                }
                if (otherwise == Overlap.Mode.SKIP) {
                    return Entry.REFUSED;
                }
                if (otherwise == Overlap.Mode.REPLACE) {
                    older = toReplace(gate.limit());
                }
                lineUp(ticket, rank);
            }
            older.ifPresent(replaced -> host.replaced(gate, replaced));
            waitForRate(gate);
            return Entry.WAITS;
        }

        synchronized boolean reenter(Store.Gate gate, Ticket ticket, long rank, boolean wasIn) {
            if (wasIn || (line.isEmpty() && hasRoom(gate))) {
                in.add(ticket);
                return true;
            }
            lineUp(ticket, rank);
            return false;
        }

        void leave(Store.Gate gate, Ticket ticket) {
            synchronized (this) {
                in.remove(ticket);
                Turn turn = turns.remove(ticket);
                if (turn != null) {
                    line.remove(turn);
                }
            }
            letInWhoFits(gate);
        }

        private void letInWhoFits(Store.Gate gate) {
            List<Ticket> admitted = new ArrayList<>(0);
            synchronized (this) {
                while (!line.isEmpty() && hasRoom(gate)) {
                    Ticket next = line.pollFirstEntry().getValue();
                    turns.remove(next);
                    letIn(gate, next);
                    admitted.add(next);
                }
            }
            admitted.forEach(ticket -> host.admitted(gate, ticket));
            waitForRate(gate);
        }

        private void lineUp(Ticket ticket, long rank) {
            Turn turn = new Turn(rank, arrivals++);
            line.put(turn, ticket);
            turns.put(ticket, turn);
        }

        private void letIn(Store.Gate gate, Ticket ticket) {
            in.add(ticket);
            if (gate.rate() > 0) {
                passes.addLast(time.micros());
            }
        }

        private boolean hasRoom(Store.Gate gate) {
            return in.size() < gate.limit() && nextPass(gate) == 0;
        }

        /** When the rate lets the next one in; 0 for now. */
        private long nextPass(Store.Gate gate) {
            if (gate.rate() == 0) {
                return 0;
            }
            while (passes.size() > gate.rate()) {
                passes.removeFirst();
            }
            long now = time.micros();
            boolean full = passes.size() == gate.rate() && passes.getFirst() + gate.per() > now;
            return full ? passes.getFirst() + gate.per() : 0;
        }

        private synchronized void waitForRate(Store.Gate gate) {
            long next = nextPass(gate);
            if (!timed && !line.isEmpty() && next > 0) {
                timed = true;
                time.at(Time.toInstant(next), () -> {
                    synchronized (this) {
                        timed = false;
                    }
                    letInWhoFits(gate);
                });
            }
        }

        /** A newer one replaces whoever waits already, and otherwise the oldest of those that are in. */
        private Optional<Ticket> toReplace(int limit) {
            if (line.size() >= limit) {
                return Optional.of(line.firstEntry().getValue());
            }
            return in.stream().skip(line.size()).findFirst();
        }
    }
}
