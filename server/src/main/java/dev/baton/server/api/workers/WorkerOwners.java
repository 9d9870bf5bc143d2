package dev.baton.server.api.workers;

import dev.baton.server.security.Actor;
import dev.baton.worker.UnknownWorkerException;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Which token registered which worker: nobody else speaks for it, so that a token that leaked from one host is of no use
 * against the runs of another. Safe from any thread.
 */
final class WorkerOwners {

    private final Map<String, UUID> tokens = new ConcurrentHashMap<>();

    /** Notes who registered a worker, and forgets workers that are not there any more. */
    void add(String worker, Actor owner, Supplier<Set<String>> present) {
        tokens.put(worker, owner.token());
        // Known first, present second: whoever registers in between is not among those that are looked at.
        Set<String> known = Set.copyOf(tokens.keySet());
        Set<String> stillThere = present.get();
        known.stream().filter(old -> !stillThere.contains(old)).forEach(tokens::remove);
    }

    void remove(String worker) {
        tokens.remove(worker);
    }

    /**
     * Makes sure that somebody may speak for a worker.
     *
     * @throws UnknownWorkerException when not: one that is another's is no different from one that is not there
     */
    void check(String worker, Actor actor) {
        if (!actor.token().equals(tokens.get(worker))) {
            throw new UnknownWorkerException("this token has registered no worker " + worker + " (or the server was"
                    + " started again since). Register again.");
        }
    }
}
