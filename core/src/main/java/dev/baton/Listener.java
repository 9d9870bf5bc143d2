package dev.baton;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Receives events after they happened, one at a time and in order. Each listener has its own thread behind a bounded
 * queue: Baton logs what a listener throws, and a listener that is too slow loses events and is told how many.
 *
 * <pre>{@code
 * Baton baton = Baton.builder()
 *         .listen(new Listener() {
 *             @Override
 *             public void runFinished(RunEvent event) {
 *                 counter.increment(event.job(), event.status());
 *             }
 *         })
 *         .build();
 * }</pre>
 */
public interface Listener {

    /** An execution started. */
    default void executionStarted(ExecutionEvent event) {}

    /** An execution ended; the event {@linkplain ExecutionEvent#runs gives its results}. */
    default void executionFinished(ExecutionEvent event) {}

    /** An execution was held: by a person, or by a failed step under {@link OnFailure#HOLD}. */
    default void executionHeld(ExecutionEvent event) {}

    /** A held execution was released. */
    default void executionReleased(ExecutionEvent event) {}

    /** An execution ran past its deadline; it continues. */
    default void deadlineMissed(ExecutionEvent event) {}

    /** Fires were missed, and the policy for missed fires does not catch up on them. */
    default void firesMissed(FiresEvent event) {}

    /** A run is ready, or has a time at which it will be. */
    default void runScheduled(RunEvent event) {}

    /** An attempt started. */
    default void runStarted(RunEvent event) {}

    /** An attempt failed; the run will be retried. */
    default void runRetried(RunEvent event) {}

    /** A run ended in any status but skipped. */
    default void runFinished(RunEvent event) {}

    /** A run was skipped. */
    default void runSkipped(RunEvent event) {}

    /** The listener was too slow: {@code count} events were not delivered. */
    default void eventsLost(long count) {}

    /**
     * An event of an execution.
     *
     * @param at the time of the event
     * @param execution the execution's id
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

        /** An event of an execution that has not ended. */
        public ExecutionEvent(Instant at, UUID execution, String name, Trigger trigger, ExecutionStatus status) {
            this(at, execution, name, trigger, status, List::of);
        }

        /** The results of an execution that has ended: its runs with status, reason, output and error. Else none. */
        public List<Run> runs() {
            return ended.get();
        }
    }

    /**
     * An event of a schedule's fires.
     *
     * @param at when Baton noticed the missed fires
     * @param name the workflow's or job's name
     * @param count how many fires; 1,000 means 1,000 or more
     */
    record FiresEvent(Instant at, String name, int count) {}

    /** An event of a run, as the run was at that moment. */
    interface RunEvent {

        /** The time of the event. */
        Instant at();

        /** The run's id. */
        RunId run();

        /** The job's name. */
        String job();

        /** The attempt, from 1; 0 before the first. */
        int attempt();

        /** The run's status after the event. */
        RunStatus status();

        /** The reason or the error in words; empty if there is none. */
        String detail();

        /** The error of a failed attempt. */
        Optional<Throwable> error();
    }
}
