package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The executions of a node that died are free for other nodes before its lease is over, if another node was up all the
 * time and could reach the database. When they are claimed depends on how much the others have to do: a node claims no
 * more than it can run. With a short lease there is a moment more: a machine that is busy wakes nobody on the
 * millisecond.
 */
final class ReleasedInTime implements Check {

    private static final long LEAST_MICROS = 6_000_000;

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        long limit = limit(evidence);
        evidence.trail()
                .moves()
                .forEach((execution, moves) -> evidence.chronicle().lives().forEach((process, life) -> {
                    if (wasLeftBy(process, life.until(), moves)
                            && wasWatched(evidence.chronicle(), process, life.until(), limit)) {
                        OptionalLong released = releasedAfter(life.until(), moves);
                        if (released.isEmpty() || released.getAsLong() > life.until() + limit) {
                            violations.add(execution + " was left by " + process + " at " + life.until()
                                    + " and released at " + released + ": " + moves);
                        }
                    }
                }));
        return violations;
    }

    private static long limit(Evidence evidence) {
        return Math.max(LEAST_MICROS, evidence.chronicle().lease().toNanos() / 1_000);
    }

    /** How long it took at most until another node had one of them, in milliseconds. */
    static long longest(Evidence evidence) {
        long longest = 0;
        long limit = limit(evidence);
        for (var moves : evidence.trail().moves().entrySet()) {
            for (var life : evidence.chronicle().lives().entrySet()) {
                long until = life.getValue().until();
                if (wasLeftBy(life.getKey(), until, moves.getValue())
                        && wasWatched(evidence.chronicle(), life.getKey(), until, limit)) {
                    longest = Math.max(
                            longest, takenAfter(until, moves.getValue()).orElse(until) - until);
                }
            }
        }
        return longest / 1_000;
    }

    /** Whether a process was the owner of an execution when it died. */
    private static boolean wasLeftBy(String process, long until, List<Trail.Move> moves) {
        Trail.Move last = null;
        for (Trail.Move move : moves) {
            last = move.at() <= until ? move : last;
        }
        return last != null && Objects.equals(last.to(), process);
    }

    private static OptionalLong releasedAfter(long time, List<Trail.Move> moves) {
        return moves.stream().mapToLong(Trail.Move::at).filter(at -> at > time).findFirst();
    }

    private static OptionalLong takenAfter(long time, List<Trail.Move> moves) {
        return moves.stream()
                .filter(move -> move.at() > time && (move.to() != null || move.ended()))
                .mapToLong(Trail.Move::at)
                .findFirst();
    }

    /** Whether some other process was at work for all the time that it may take. */
    private static boolean wasWatched(Chronicle chronicle, String dead, long from, long limit) {
        return chronicle.lives().entrySet().stream()
                .anyMatch(other -> !other.getKey().equals(dead)
                        && other.getValue().from() <= from
                        && other.getValue().leaves() - limit >= from
                        && !chronicle.isTroubled(other.getKey(), from, from + limit));
    }
}
