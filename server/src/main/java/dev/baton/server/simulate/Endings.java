package dev.baton.server.simulate;

import dev.baton.Listener;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** How jobs and workflows ended last in a simulation, and which are under way. */
final class Endings implements Listener {

    private final Instant begin;
    private final Map<String, Ending> latest = new HashMap<>();
    private final Map<String, Set<Object>> active = new HashMap<>();

    /**
     * How something ended.
     *
     * @param at when
     * @param success whether it succeeded
     */
    record Ending(Instant at, boolean success) {}

    Endings(Instant begin) {
        this.begin = begin;
    }

    /** Its latest end since then. What ended before the simulation is not known, and taken to have succeeded. */
    Optional<Ending> latest(String name, Instant since) {
        Ending known = latest.get(name);
        if (known != null && !known.at.isBefore(since)) {
            return Optional.of(known);
        }
        return known == null && since.isBefore(begin) ? Optional.of(new Ending(begin, true)) : Optional.empty();
    }

    boolean isActive(String name) {
        return !active.getOrDefault(name, Set.of()).isEmpty();
    }

    @Override
    public void executionStarted(ExecutionEvent event) {
        active(event.name()).add(event.execution());
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        UUID ended = event.execution();
        active(event.name()).remove(ended);
        latest.put(event.name(), new Ending(event.at(), event.status().countsAsSuccess()));
    }

    @Override
    public void runStarted(RunEvent event) {
        active(event.job()).add(event.run());
    }

    @Override
    public void runFinished(RunEvent event) {
        active(event.job()).remove(event.run());
        latest.put(event.job(), new Ending(event.at(), event.status().countsAsSuccess()));
    }

    @Override
    public void runSkipped(RunEvent event) {
        active(event.job()).remove(event.run());
    }

    private Set<Object> active(String name) {
        return active.computeIfAbsent(name, unknown -> new HashSet<>());
    }
}
