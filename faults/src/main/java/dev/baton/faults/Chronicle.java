package dev.baton.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was done to whom, and when: the excuses that the check accepts. Times are those of the ledger. Thread-safe. */
final class Chronicle {

    /** The node of a trouble that all have. */
    static final String ALL = "*";

    private record Trouble(String node, long from, long until) {}

    /** From when to when a process was at work. */
    record Life(long from, long until) {}

    private final List<Trouble> troubles = new ArrayList<>();
    private final Map<String, Life> lives = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    synchronized void started(String node) {
        lives.put(node, new Life(Ledger.now(), Long.MAX_VALUE));
    }

    synchronized void died(String node) {
        Life life = lives.get(node);
        long from = life == null ? Long.MAX_VALUE : life.from();
        lives.put(node, new Life(from, Ledger.now()));
    }

    /** A node that ran and yet could not do its work, or could not know that others did it. */
    synchronized void trouble(String node, long from, long until) {
        troubles.add(new Trouble(node, from, until));
    }

    synchronized void count(String harm) {
        counts.merge(harm, 1, Integer::sum);
    }

    synchronized Map<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    synchronized Map<String, Life> lives() {
        return new LinkedHashMap<>(lives);
    }

    synchronized long endOf(String node) {
        Life life = lives.get(node);
        return life == null ? Long.MAX_VALUE : life.until();
    }

    /** Whether any node ended or had trouble at some time in between. */
    synchronized boolean isAnybodyHarmed(long from, long until) {
        return troubles.stream().anyMatch(trouble -> trouble.from() <= until && trouble.until() >= from)
                || lives.values().stream().anyMatch(life -> life.until() >= from && life.until() <= until);
    }

    /** Whether a node had trouble at some time in between. */
    synchronized boolean isTroubled(String node, long from, long until) {
        return troubles.stream()
                .anyMatch(trouble ->
                        (trouble.node().equals(node) || trouble.node().equals(ALL))
                                && trouble.from() <= until
                                && trouble.until() >= from);
    }
}
