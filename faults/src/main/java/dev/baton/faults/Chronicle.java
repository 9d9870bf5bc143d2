package dev.baton.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The faults, each with its victim and time: the excuses that the checks accept. Times are those of the ledger.
 * Thread-safe.
 */
final class Chronicle {

    /** The node of a trouble that all have. */
    static final String ALL = "*";

    private static final long NEVER = Long.MAX_VALUE;

    private record Trouble(String node, long from, long until) {}

    /**
     * From when to when a process was at work.
     *
     * @param leaves when it was told to stop, or died
     * @param until when it was gone
     */
    record Life(long from, long leaves, long until) {}

    /** Something that the driver did, at a time. */
    record Act(long at, String what) {}

    private final List<Act> acts = new ArrayList<>();
    private final List<Trouble> troubles = new ArrayList<>();
    private final Map<String, Life> lives = new LinkedHashMap<>();
    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private int backends;
    private int slow;
    private long longestStall;
    private long startLag;
    private long pausedAt = NEVER;
    private Duration lease = Duration.ZERO;

    /** All nodes have this lease. */
    synchronized void leases(Duration time) {
        lease = time;
    }

    synchronized Duration lease() {
        return lease;
    }

    synchronized void started(String node) {
        lives.put(node, new Life(Ledger.now(), NEVER, NEVER));
    }

    /** It was told to stop, and does what it has to do before it does. */
    synchronized void leaves(String node) {
        Life life = life(node);
        lives.put(node, new Life(life.from(), Math.min(life.leaves(), Ledger.now()), life.until()));
    }

    synchronized void died(String node) {
        leaves(node);
        Life life = life(node);
        lives.put(node, new Life(life.from(), life.leaves(), Math.min(life.until(), Ledger.now())));
    }

    /** Of one that died before it was ready it is not known from when on it was at work. */
    private Life life(String node) {
        return lives.getOrDefault(node, new Life(NEVER, NEVER, NEVER));
    }

    /** A node that ran and yet could not do its work, or could not know that others did it. */
    synchronized void trouble(String node, long from, long until) {
        troubles.add(new Trouble(node, from, until));
    }

    synchronized void did(Fault fault) {
        faults.merge(fault, 1, Integer::sum);
    }

    /** Keeps a sentence about what was done to whom, for those who wonder how something came about. */
    synchronized void tell(String what) {
        acts.add(new Act(Ledger.now(), what));
    }

    synchronized List<Act> acts() {
        return List.copyOf(acts);
    }

    /** The whole machine did nothing for this long: nobody can be blamed for having been silent. */
    synchronized void stalled(long from, long until) {
        longestStall = Math.max(longestStall, until - from);
        if (until - from > lease.toNanos() / 1_000 / 3) {
            trouble(ALL, from, until + lease.toNanos() / 1_000);
        }
    }

    /** In milliseconds. */
    synchronized long longestStall() {
        return longestStall / 1_000;
    }

    /** A command says its first word up to this much later than it was given out. */
    synchronized void startsWithin(Duration time) {
        startLag = time.toNanos() / 1_000;
    }

    /** In microseconds. */
    synchronized long startLag() {
        return startLag;
    }

    synchronized void terminated(int connections) {
        backends += connections;
    }

    synchronized int count(Fault fault) {
        return faults.getOrDefault(fault, 0);
    }

    /** Records that the schedule of every second is about to be paused for good. */
    synchronized void pauses() {
        pausedAt = Ledger.now();
    }

    synchronized boolean isPaused(long time) {
        return time >= pausedAt;
    }

    /** A node was declared dead to which nothing had been done. */
    synchronized void foundSlow() {
        slow++;
    }

    synchronized int slow() {
        return slow;
    }

    synchronized int backends() {
        return backends;
    }

    synchronized Map<String, Life> lives() {
        return new LinkedHashMap<>(lives);
    }

    /** When a process was told to stop or died; far in the future when it was not and did not. */
    synchronized long leavesAt(String node) {
        return life(node).leaves();
    }

    synchronized long endOf(String node) {
        return life(node).until();
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
