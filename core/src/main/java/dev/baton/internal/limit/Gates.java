package dev.baton.internal.limit;

import dev.baton.internal.execution.GateRequest;
import dev.baton.internal.execution.Permit;
import dev.baton.spi.GateState;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Limits on how many may be active at a time or start per period: runs of a job, executions of a workflow, runs in a
 * queue. The answer to a request reaches its execution as a message. Safe from any thread.
 */
public interface Gates {

    /** Requests a permit. */
    void enter(GateRequest request);

    /** Returns a permit, or withdraws the request for it, and records that. */
    void leave(Permit permit);

    /** Drops a permit whose execution another node owns now. */
    void forget(Permit permit);

    /**
     * Reports the holders of the gate at which a permit is requested, at most this many, and the requests ahead in the
     * line.
     */
    GateState look(Permit permit, int most);

    /** Asks again for all waiting requests. */
    void askAgain();

    /**
     * The number of executions of each definition that wait here, at gates with at least this many waiting requests.
     */
    Map<String, Integer> waiting(int atLeast);

    /** Counts the executions of some permits, each once, by the name of its definition. */
    static void count(Collection<Permit> waiting, Map<String, Integer> into) {
        Map<String, Set<UUID>> executions = new HashMap<>();
        for (Permit permit : waiting) {
            executions
                    .computeIfAbsent(permit.execution().definition().name(), name -> new HashSet<>())
                    .add(permit.execution().id());
        }
        executions.forEach((name, ids) -> into.merge(name, ids.size(), Integer::sum));
    }
}
