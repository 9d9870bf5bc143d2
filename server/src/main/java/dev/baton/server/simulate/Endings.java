package dev.baton.server.simulate;

import dev.baton.Listener;
import dev.baton.RunId;
import dev.baton.server.window.Dependencies;
import dev.baton.server.window.LatestEnd;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The states and latest ends of jobs and workflows in a simulation, for jobs with a window. For one thread. */
final class Endings implements Listener, Dependencies {

    /** The id of all ends from before the simulation. */
    private static final RunId BEFORE = new RunId(new UUID(0, 0), 0);

    private final Instant begin;
    private final Set<String> workflows;
    private final Map<String, LatestEnd> latest = new HashMap<>();
    private final Map<String, Set<Object>> active = new HashMap<>();
    private final Set<RunId> failures = new HashSet<>();

    /**
     * The ends in a simulation.
     *
     * @param begin when it begins
     * @param workflows the names of all workflows
     */
    Endings(Instant begin, Set<String> workflows) {
        this.begin = begin;
        this.workflows = Set.copyOf(workflows);
    }

    @Override
    public boolean isWorkflow(String name) {
        return workflows.contains(name);
    }

    @Override
    public boolean isActive(String name) {
        return !active.getOrDefault(name, Set.of()).isEmpty();
    }

    /** Ends from before the simulation are unknown, and count as successes. */
    @Override
    public Optional<LatestEnd> latest(String name, Instant since) {
        LatestEnd known = latest.get(name);
        if (known != null) {
            return known.at().isBefore(since) ? Optional.empty() : Optional.of(known);
        }
        return since.isBefore(begin) ? Optional.of(new LatestEnd(BEFORE, "success", true, begin)) : Optional.empty();
    }

    @Override
    public boolean cameToNothing(String job, RunId run) {
        return failures.contains(run);
    }

    @Override
    public void executionStarted(ExecutionEvent event) {
        if (isWorkflow(event.name())) {
            active(event.name()).add(event.execution());
        }
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        if (isWorkflow(event.name())) {
            UUID ended = event.execution();
            active(event.name()).remove(ended);
            boolean success = event.status().countsAsSuccess();
            latest.put(
                    event.name(),
                    new LatestEnd(new RunId(ended, 0), event.status().toString(), success, event.at()));
        }
    }

    @Override
    public void runStarted(RunEvent event) {
        active(event.job()).add(event.run());
    }

    @Override
    public void runFinished(RunEvent event) {
        active(event.job()).remove(event.run());
        boolean success = event.status().countsAsSuccess();
        if (!success) {
            failures.add(event.run());
        }
        latest.put(event.job(), new LatestEnd(event.run(), event.status().toString(), success, event.at()));
    }

    @Override
    public void runSkipped(RunEvent event) {
        active(event.job()).remove(event.run());
        failures.add(event.run());
    }

    private Set<Object> active(String name) {
        return active.computeIfAbsent(name, unknown -> new HashSet<>());
    }
}
