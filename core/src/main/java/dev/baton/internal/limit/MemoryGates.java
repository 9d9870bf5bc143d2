package dev.baton.internal.limit;

import dev.baton.internal.execution.GateAnswers;
import dev.baton.internal.execution.GateRequest;
import dev.baton.internal.execution.Permit;
import dev.baton.policy.Overlap;
import dev.baton.spi.GateState;
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

/** Gates of a single process, counted in memory. */
public final class MemoryGates implements Gates {

    private final Time time;
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /** Gates of one process, by this time. */
    public MemoryGates(Time time) {
        this.time = time;
    }

    /** The position of a request in the line: by rank, then first come, first served. */
    private record Turn(long rank, long number) implements Comparable<Turn> {

        @Override
        public int compareTo(Turn other) {
            int byRank = Long.compare(rank, other.rank);
            return byRank != 0 ? byRank : Long.compare(number, other.number);
        }
    }

    private Place place(Permit permit) {
        return places.computeIfAbsent(permit.gate().name(), name -> new Place());
    }

    @Override
    public void enter(GateRequest request) {
        Permit permit = request.permit();
        Place place = place(permit);
        if (request.again() == GateRequest.Again.FIRST) {
            place.enter(permit, request.rank(), request.otherwise());
        } else {
            place.enterAgain(permit, request.rank(), request.again() == GateRequest.Again.WAS_IN);
        }
    }

    @Override
    public void leave(Permit permit) {
        place(permit).leave(permit);
    }

    @Override
    public void forget(Permit permit) {
        leave(permit);
    }

    @Override
    public GateState look(Permit permit, int most) {
        Place place = places.get(permit.gate().name());
        return place == null ? GateState.EMPTY : place.look(permit, most);
    }

    @Override
    public void askAgain() {
        // Nothing to ask: no other node can have made room unnoticed.
    }

    @Override
    public Map<String, Integer> waiting(int atLeast) {
        Map<String, Integer> waiting = new HashMap<>();
        places.values().forEach(place -> place.count(atLeast, waiting));
        return waiting;
    }

    private static boolean isGone(Permit permit) {
        return permit.execution().isGone();
    }

    private static void admitted(Permit permit) {
        permit.execution().tell(permit.step(), turn -> GateAnswers.admitted(turn, permit));
    }

    private final class Place {

        private final Set<Permit> in = new LinkedHashSet<>();
        private final TreeMap<Turn, Permit> line = new TreeMap<>();
        private final Map<Permit, Turn> turns = new HashMap<>();
        /** The times of the admissions that count for the rate. */
        private final Deque<Long> passes = new ArrayDeque<>();

        private long arrivals;
        private boolean timed;

        void enter(Permit permit, long rank, Overlap.Mode otherwise) {
            Optional<Permit> older = Optional.empty();
            String holder;
            boolean room;
            synchronized (this) {
                if (isGone(permit)) {
                    return;
                }
                dropGone(permit.gate());
                holder = in.stream().findFirst().map(Permit::name).orElse(null);
                room = line.isEmpty() && hasRoom(permit.gate());
                if (room) {
                    letIn(permit);
                } else if (otherwise != Overlap.Mode.SKIP) {
                    older = otherwise == Overlap.Mode.REPLACE
                            ? toReplace(permit.gate().limit())
                            : older;
                    lineUp(permit, rank);
                }
            }
            if (room) {
                admitted(permit);
            } else if (otherwise == Overlap.Mode.SKIP) {
                permit.execution().tell(permit.step(), turn -> GateAnswers.refused(turn, permit, holder));
            } else {
                older.ifPresent(replaced ->
                        replaced.execution().tell(replaced.step(), turn -> GateAnswers.replaced(turn, replaced)));
                admitFromLine(permit.gate());
            }
        }

        void enterAgain(Permit permit, long rank, boolean wasIn) {
            boolean in;
            synchronized (this) {
                if (isGone(permit)) {
                    return;
                }
                dropGone(permit.gate());
                in = wasIn || (line.isEmpty() && hasRoom(permit.gate()));
                if (in) {
                    this.in.add(permit);
                } else {
                    lineUp(permit, rank);
                }
            }
            if (in) {
                admitted(permit);
            } else {
                admitFromLine(permit.gate());
            }
        }

        void leave(Permit permit) {
            synchronized (this) {
                in.remove(permit);
                Turn turn = turns.remove(permit);
                if (turn != null) {
                    line.remove(turn);
                }
            }
            admitFromLine(permit.gate());
        }

        private void admitFromLine(Store.Gate gate) {
            List<Permit> admitted = new ArrayList<>(0);
            synchronized (this) {
                dropGone(gate);
                while (!line.isEmpty() && hasRoom(gate)) {
                    Permit next = line.pollFirstEntry().getValue();
                    turns.remove(next);
                    if (!isGone(next)) {
                        letIn(next);
                        admitted.add(next);
                    }
                }
            }
            admitted.forEach(MemoryGates::admitted);
            waitForRate(gate);
        }

        synchronized void count(int atLeast, Map<String, Integer> into) {
            if (line.size() >= atLeast) {
                Gates.count(line.values(), into);
            }
        }

        synchronized GateState look(Permit permit, int most) {
            List<Store.AtGate> shown = in.stream()
                    .limit(most)
                    .map(held -> new Store.AtGate(held.execution().id(), held.step(), 0))
                    .toList();
            long next = nextPass(permit.gate());
            Turn own = turns.get(permit);
            int ahead = 0;
            if (own != null) {
                for (Turn turn : line.keySet()) {
                    if (ahead == GateState.MOST_COUNTED || turn.equals(own)) {
                        break;
                    }
                    ahead++;
                }
            }
            Store.AtGate first = null;
            if (ahead > 0) {
                Map.Entry<Turn, Permit> entry = line.firstEntry();
                Permit other = entry.getValue();
                first = new Store.AtGate(
                        other.execution().id(), other.step(), entry.getKey().rank());
            }
            boolean orMore = ahead == GateState.MOST_COUNTED;
            return new GateState(shown, in.size() - shown.size(), ahead, orMore, first, next);
        }

        /**
         * Drops the permits of executions that this node has let go of, if they take up room: what would have given
         * them back was dropped with the executions, which come back with permits of their own.
         */
        private void dropGone(Store.Gate gate) {
            if (in.size() >= gate.limit()) {
                in.removeIf(MemoryGates::isGone);
            }
        }

        private void lineUp(Permit permit, long rank) {
            Turn turn = new Turn(rank, arrivals++);
            line.put(turn, permit);
            turns.put(permit, turn);
        }

        private void letIn(Permit permit) {
            in.add(permit);
            if (permit.gate().rate() > 0) {
                passes.addLast(time.micros());
            }
        }

        private boolean hasRoom(Store.Gate gate) {
            return in.size() < gate.limit() && nextPass(gate) == 0;
        }

        /** When the rate admits the next request; 0 for now. */
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
            // The rate may have become free since a request lined up for it, and nothing else would admit it: a timer
            // for a past time fires at once. While there is no room, the next permit to be returned triggers the
            // admission.
            if (!timed && !line.isEmpty() && gate.rate() > 0 && in.size() < gate.limit()) {
                timed = true;
                long next = nextPass(gate);
                time.at(Time.toInstant(next == 0 ? time.micros() : next), () -> {
                    synchronized (this) {
                        timed = false;
                    }
                    admitFromLine(gate);
                });
            }
        }

        /** A newer request replaces the one that waits already, and otherwise the oldest permit that is held. */
        private Optional<Permit> toReplace(int limit) {
            if (line.size() >= limit) {
                return Optional.of(line.firstEntry().getValue());
            }
            return in.stream().skip(line.size()).findFirst();
        }
    }
}
