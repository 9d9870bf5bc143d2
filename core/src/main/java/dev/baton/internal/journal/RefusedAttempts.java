package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReasonText;
import dev.baton.internal.execution.RefusedAttempt;
import dev.baton.spi.RunRecord;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The attempts whose records the store refused, until their execution continues from its recorded state. Known in memory
 * alone: a node that takes the execution over makes the attempt again. Safe from any thread.
 */
final class RefusedAttempts {

    /** An execution may go on elsewhere, and never be restored here. */
    private static final int MOST_EXECUTIONS = 1_000;

    private static final int LONGEST_REASON = 1_000;

    private final Map<UUID, Map<Integer, RefusedAttempt>> byExecution = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Map<Integer, RefusedAttempt>> eldest) {
            return size() > MOST_EXECUTIONS;
        }
    };

    /** Remembers the attempts that brought about a change which the store refuses. */
    synchronized void add(Change change, Throwable why) {
        Map<Integer, RefusedAttempt> attempts = new LinkedHashMap<>();
        Set<Integer> blamed = new HashSet<>();
        change.eachByAttempt(blamed::add);
        for (RunRecord run : change.runs()) {
            int number = run.state().attempt();
            if (number > 0 && blamed.contains(run.step())) {
                attempts.put(run.step(), new RefusedAttempt(number, run.times().started(), failure(number, why)));
            }
        }
        if (!attempts.isEmpty()) {
            byExecution.put(change.execution().id(), attempts);
        }
    }

    /** Hands the attempts of an execution to its runs, which end them as failed. */
    synchronized void handTo(LiveExecution execution) {
        Map<Integer, RefusedAttempt> attempts = byExecution.remove(execution.id());
        if (attempts != null) {
            attempts.forEach((step, attempt) -> {
                if (step < execution.plan().size()) {
                    execution.runs().details(step).setRefused(attempt);
                }
            });
        }
    }

    private static Failure failure(int number, Throwable why) {
        String words =
                "attempt " + number + " could not be recorded, and has failed for that: " + ReasonText.message(why);
        return Failure.kept(why.getClass().getName(), storable(words), true);
    }

    /** The text in characters that every database has: the reason for a refusal may be one that this database lacks. */
    private static String storable(String words) {
        String ascii = words.replaceAll("[^\\x20-\\x7e]+", "?");
        return ascii.length() <= LONGEST_REASON ? ascii : ascii.substring(0, LONGEST_REASON) + "...";
    }
}
