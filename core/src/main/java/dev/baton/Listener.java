package dev.baton;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Told what happens, after it happened, one event at a time and in order. A listener is on a thread of its own behind a
 * bounded queue: one that throws is logged, one that is too slow loses events and is told how many.
 */
public interface Listener {

    /** An execution started. */
    default void executionStarted(ExecutionEvent event) {}

    /** An execution ended; the event {@linkplain ExecutionEvent#runs gives its results}. */
    default void executionFinished(ExecutionEvent event) {}

    /** An execution is held: by a person, or because a step failed and its workflow holds on failure. */
    default void executionHeld(ExecutionEvent event) {}

    /** An execution that was held goes on. */
    default void executionReleased(ExecutionEvent event) {}

    /** An execution ran past its deadline, and goes on. */
    default void deadlineMissed(ExecutionEvent event) {}

    /** Fires were missed, and the policy for missed fires does not make them up. */
    default void firesMissed(FiresEvent event) {}

    /** A run is ready, or will be at its time. */
    default void runScheduled(RunEvent event) {}

    /** An attempt started. */
    default void runStarted(RunEvent event) {}

    /** An attempt failed, and another will follow. */
    default void runRetried(RunEvent event) {}

    /** A run ended, other than by being skipped. */
    default void runFinished(RunEvent event) {}

    /** A run was skipped. */
    default void runSkipped(RunEvent event) {}

    /** This listener was too slow, and that many events were not delivered to it. */
    default void eventsLost(long count) {}

    /**
     * What happened to an execution.
     *
     * @param at when
     * @param execution which
     * @param name the workflow's or job's name
     * @param trigger why it started
     * @param status where it is now
     * @param ended reads the runs of an execution that has ended
     */
    record ExecutionEvent(
            Instant at,
            UUID execution,
            String name,
            Trigger trigger,
            ExecutionStatus status,
            Supplier<List<Run>> ended) {

        /** What happened to an execution that has not ended. */
        public ExecutionEvent(Instant at, UUID execution, String name, Trigger trigger, ExecutionStatus status) {
            this(at, execution, name, trigger, status, List::of);
        }

        /** The results of an execution that has ended: its runs with status, reason, output and error. Else none. */
        public List<Run> runs() {
            return ended.get();
        }
    }

    /**
     * What happened to fires of a schedule.
     *
     * @param at when it was noticed
     * @param name the workflow's or job's name
     * @param count how many fires; a thousand stands for as many or more
     */
    record FiresEvent(Instant at, String name, int count) {}

    /** What happened to a run, as it was at that moment. */
    interface RunEvent {

        /** When. */
        Instant at();

        /** To which run. */
        RunId run();

        /** The job's name. */
        String job();

        /** The attempt, from 1; 0 before the first. */
        int attempt();

        /** Where the run is now. */
        RunStatus status();

        /** The reason or the error in words, or empty. */
        String detail();

        /** What an attempt failed with. */
        Optional<Throwable> error();
    }
}
