package dev.baton.server.simulate;

import dev.baton.RunId;
import dev.baton.server.window.WindowMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The memory of jobs with a window in one simulation. For one thread. */
final class SimulatedMemory implements WindowMemory {

    private final Map<String, Map<String, Use>> uses = new HashMap<>();
    private final Map<String, Refusal> refusals = new HashMap<>();

    @Override
    public Optional<Use> lastUse(String job, String dependency) {
        return Optional.ofNullable(uses.getOrDefault(job, Map.of()).get(dependency));
    }

    @Override
    public void keepUse(String job, Map<String, RunId> used, RunId by) {
        Map<String, Use> kept = uses.computeIfAbsent(job, unknown -> new HashMap<>());
        used.forEach((dependency, run) -> kept.put(dependency, new Use(run, by)));
    }

    @Override
    public Optional<Refusal> lastRefusal(String job) {
        return Optional.ofNullable(refusals.get(job));
    }

    @Override
    public void keepRefusal(String job, Refusal refusal) {
        refusals.put(job, refusal);
    }
}
