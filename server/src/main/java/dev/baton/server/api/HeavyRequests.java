package dev.baton.server.api;

import dev.baton.server.http.ProblemException;
import dev.baton.server.security.Actor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Lets few requests at a time do work that keeps a processor busy or takes much memory. The others wait their turn: a
 * caller who was served longest ago goes first, so that one who asks without pause does not keep others out. Safe from
 * any thread.
 */
public final class HeavyRequests {

    private static final long BYTES_A_REQUEST = 512L * 1024 * 1024;
    private static final int MOST_WAITING = 32;
    private static final int MOST_OF_ONE_CALLER = 4;
    private static final int MOST_REMEMBERED = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final int atATime;
    private final List<Turn> waiting = new ArrayList<>();
    private final Map<UUID, Long> served = new HashMap<>();
    private long turns;
    private int running;

    /** Compared by identity: a caller may wait for several. */
    private static final class Turn {

        final UUID caller;

        Turn(UUID caller) {
            this.caller = caller;
        }
    }

    /** Half of the processors at most: the other half is for schedules and for everybody else. */
    public HeavyRequests() {
        this(atATime(
                Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory()));
    }

    /** The limits of one such request leave room for it alone in the smallest heap. */
    static int atATime(int processors, long heap) {
        return (int) Math.max(1, Math.min(processors / 2, heap / BYTES_A_REQUEST));
    }

    /** @param atATime how many requests may be at it at the same time */
    public HeavyRequests(int atATime) {
        this.atATime = atATime;
    }

    /**
     * Does some work in its turn.
     *
     * @param what what is done, in the plural, for the message
     * @throws ProblemException with 429 when too many wait already, or the turn does not come within ten seconds
     */
    public <T> T inTurn(Actor caller, String what, Supplier<T> work) {
        await(caller, what);
        try {
            return work.get();
        } finally {
            end();
        }
    }

    private synchronized void await(Actor caller, String what) {
        Turn turn = new Turn(caller.token());
        long own = waiting.stream()
                .filter(other -> other.caller.equals(turn.caller))
                .count();
        if (own >= MOST_OF_ONE_CALLER) {
            throw ProblemException.tooMany(
                    own + " requests with this token wait for " + what + " already. Send one at a time, and try again.",
                    RETRY);
        }
        if (waiting.size() >= MOST_WAITING) {
            throw ProblemException.tooMany(
                    waiting.size() + " requests wait for " + what + " and other heavy work already. Try again.", RETRY);
        }
        waiting.add(turn);
        try {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (running >= atATime || next() != turn) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw ProblemException.tooMany(
                            "this server does " + atATime + " of " + what
                                    + " and other heavy work at a time, and none ended within "
                                    + PATIENCE.toSeconds() + " s. Try again.",
                            RETRY);
                }
                wait(left);
            }
            begin(turn);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProblemException.unavailable("the server is stopping", RETRY);
        } finally {
            waiting.remove(turn);
            notifyAll();
        }
    }

    /** Whose turn it is: by when their callers were served last, then by when they came. */
    private Turn next() {
        Turn first = waiting.get(0);
        for (Turn turn : waiting) {
            if (served.getOrDefault(turn.caller, 0L) < served.getOrDefault(first.caller, 0L)) {
                first = turn;
            }
        }
        return first;
    }

    private void begin(Turn turn) {
        running++;
        if (served.size() >= MOST_REMEMBERED) {
            served.clear();
        }
        served.put(turn.caller, ++turns);
    }

    private synchronized void end() {
        running--;
        notifyAll();
    }
}
