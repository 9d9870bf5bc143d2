package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Recovery;
import dev.baton.internal.execution.RefusedAttempt;
import dev.baton.spi.RunRecord;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The executions that this node starts over from their recorded state, since a change of theirs could not be recorded,
 * and the attempts whose records the store refuses. Kept in memory alone until the execution goes on: a node that takes
 * it over makes the attempts again. Safe from any thread.
 */
final class StartedOver {

    /** An execution may go on elsewhere, and never be restored here. */
    private static final int MOST_EXECUTIONS = 1_000;

    private final Map<UUID, Map<Integer, RefusedAttempt>> refused = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Map<Integer, RefusedAttempt>> eldest) {
            return size() > MOST_EXECUTIONS;
        }
    };

    /** Notes an execution whose bodies this node tells to stop, although none of their attempts has failed. */
    synchronized void add(UUID execution) {
        refused.putIfAbsent(execution, Map.of());
    }

    /**
     * Notes the attempt that caused a change which the store refuses. If several attempts did, the refusal does not tell
     * which of them is meant: none is noted, and when the execution starts over, each ends in a change of its own.
     */
    synchronized void add(Change change, Throwable why) {
        Set<Integer> steps = new HashSet<>();
        change.eachByAttempt(steps::add);
        Map<Integer, RefusedAttempt> attempts = new LinkedHashMap<>();
        for (RunRecord run : change.runs()) {
            int number = run.state().attempt();
            if (number > 0 && steps.contains(run.step())) {
                attempts.put(
                        run.step(),
                        new RefusedAttempt(number, run.times().started(), RefusedAttempt.failure(number, why)));
            }
        }
        boolean isKnown = attempts.size() <= 1
                || JournalEntry.of(change.execution()).pending().isOneByOne();
        refused.put(change.execution().id(), isKnown ? attempts : Map.of());
    }

    /**
     * Prepares a restored execution: a refused attempt will fail, no other attempt counts as lost, and the store is
     * asked about each change by itself.
     */
    synchronized void prepare(LiveExecution execution) {
        Map<Integer, RefusedAttempt> attempts = refused.remove(execution.id());
        if (attempts != null) {
            attempts.forEach((step, attempt) -> {
                if (step < execution.plan().size()) {
                    execution.runs().details(step).setRefused(attempt);
                }
            });
            if (!attempts.isEmpty()) {
                Recovery.setBegun(execution);
            }
            Recovery.handBackAttempts(execution);
            JournalEntry.of(execution).pending().setOneByOne();
        }
    }
}
