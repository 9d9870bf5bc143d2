package dev.baton.internal.limit;

import dev.baton.internal.execution.GateRequest;
import dev.baton.internal.execution.Permit;
import dev.baton.spi.Store;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Places where only so many may be at a time, or pass in a time: runs of a job, executions of a workflow, runs in a
 * queue. What becomes of a request reaches its execution as a message. Safe from any thread.
 */
public interface Gates {

    /** Asks for a permit. */
    void enter(GateRequest request);

    /** Gives a permit back, or asks for it no longer. That is recorded. */
    void leave(Permit permit);

    /** Another node advances the execution: what it holds or waits for here is that node's matter. */
    void forget(Permit permit);

    /** Shows who is in where a permit is asked for, no more of them than this, and who stands before it in line. */
    Store.Crowd look(Permit permit, int most);

    /** Asks again for all who wait. */
    void askAgain();

    /** How many executions of each definition wait here, at gates where at least this many requests wait. */
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
