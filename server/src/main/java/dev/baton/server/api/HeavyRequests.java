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
 * Limits the number of concurrent requests that keep a processor busy or take much memory. Other requests wait their
 * turn: the client that was served longest ago goes first, so that a client that sends requests without pause does not
 * block others. Safe from any thread.
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

    /** Compared by identity, because a client may have several waiting requests. */
    private static final class Turn {

        final UUID caller;

        Turn(UUID caller) {
            this.caller = caller;
        }
    }

    /** At most half of the processors; the other half is for schedules and other requests. */
    public HeavyRequests() {
        this(atATime(
                Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory()));
    }

    /** In the smallest heap, the limits of one heavy request leave no room for a second. */
    static int atATime(int processors, long heap) {
        return (int) Math.max(1, Math.min(processors / 2, heap / BYTES_A_REQUEST));
    }

    /**
     * @param atATime the number of concurrent requests
     */
    public HeavyRequests(int atATime) {
        this.atATime = atATime;
    }

    /**
     * Does some work in its turn.
     *
     * @param what the name of the work, in the plural, for the message
     * @throws ProblemException with 429 if too many requests wait already, or the turn does not come within ten seconds
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

    /** The next request: first by the time at which its client was last served, then by arrival. */
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
