package dev.baton.server.simulate;

import dev.baton.Listener;
import dev.baton.server.spec.WorkflowSpec;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the cost of one simulation, and ends the simulation at its limits. Code that creates executions asks the
 * budget first, because nested workflows multiply within a single instant of virtual time. For one thread.
 */
final class Budget implements Listener {

    /** Allows for events besides those of the runs: timers, retries, checks of windows. */
    private static final int EVENTS_A_RUN = 20;

    private static final int EVENTS_BETWEEN_LOOKS_AT_THE_CLOCK = 64;

    private final SimulationLimits limits;
    private final LongSupplier nanoTime;
    private final long begun;
    private final Map<String, Integer> steps = new HashMap<>();
    private final Set<UUID> counted = new HashSet<>();
    private int nested;
    private int executions;
    private long runs;
    private long events;
    private @Nullable SimulationTooLargeException refusal;

    Budget(SimulationLimits limits) {
        this(limits, System::nanoTime);
    }

    Budget(SimulationLimits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    /**
     * Checks the size of the subject before anything is compiled.
     *
     * @throws SimulationTooLargeException if it is too large
     */
    void check(Subject subject) {
        int definitions = subject.jobs().size() + subject.workflows().size();
        if (definitions > limits.definitions()) {
            throw SimulationTooLargeException.definitions(limits.definitions(), definitions);
        }
        long all = 0;
        for (WorkflowSpec workflow : subject.workflows()) {
            int size = workflow.steps().size();
            all += size;
            steps.put(workflow.name(), size);
        }
        if (all > limits.steps()) {
            throw SimulationTooLargeException.steps(limits.steps(), all);
        }
    }

    /** Whether another nested execution may start. */
    boolean admitsNested(Instant now) {
        if (++nested > limits.executions()) {
            refuse(() -> SimulationTooLargeException.executions(limits.executions(), now));
        }
        lookAtClock(now);
        return refusal == null;
    }

    /** The number of these items that may become runs. */
    int admittedItems(int wanted, Instant now) {
        if (wanted > limits.runs() - runs) {
            refuse(() -> SimulationTooLargeException.runs(limits.runs(), now));
            return 0;
        }
        return wanted;
    }

    /**
     * Counts an event.
     *
     * @throws SimulationTooLargeException if a limit is reached
     */
    void event(Instant now) {
        if (++events > (long) EVENTS_A_RUN * limits.runs()) {
            refuse(() -> SimulationTooLargeException.events(now));
        }
        if (events % EVENTS_BETWEEN_LOOKS_AT_THE_CLOCK == 0) {
            lookAtClock(now);
        }
        throwIfOver();
    }

    /** Counts an expensive step, such as the registration of a definition. */
    void slowEvent(Instant now) {
        lookAtClock(now);
        throwIfOver();
    }

    private void lookAtClock(Instant now) {
        if (nanoTime.getAsLong() - begun > limits.time().toNanos()) {
            refuse(() -> SimulationTooLargeException.time(limits.time(), now));
        }
    }

    private void refuse(Supplier<SimulationTooLargeException> why) {
        if (refusal == null) {
            refusal = why.get();
        }
    }

    private void throwIfOver() {
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public void executionStarted(ExecutionEvent event) {
        if (++executions > limits.executions()) {
            refuse(() -> SimulationTooLargeException.executions(limits.executions(), event.at()));
        }
        Integer size = steps.get(event.name());
        if (size != null) {
            // Blocked steps have no event yet, but take memory.
            counted.add(event.execution());
            countRuns(size, event.at());
        }
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        counted.remove(event.execution());
    }

    @Override
    public void runScheduled(RunEvent event) {
        countRuns(counted.contains(event.run().execution()) ? 0 : 1, event.at());
    }

    private void countRuns(int more, Instant now) {
        runs += more;
        if (runs > limits.runs()) {
            refuse(() -> SimulationTooLargeException.runs(limits.runs(), now));
        }
    }
}
