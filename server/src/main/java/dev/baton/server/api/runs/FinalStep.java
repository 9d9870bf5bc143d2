package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.spec.StepSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The step of a workflow that runs after all others. No dependency says so: who draws an execution draws one from each step
 * that nothing else comes after.
 *
 * @param name what it is called; null when there is none
 */
public record FinalStep(@Nullable String name) {

    /** The final step of a workflow as it is defined now. */
    public static FinalStep of(Catalog catalog, String workflow) {
        return new FinalStep(
                catalog.find(workflow).orElse(null) instanceof WorkflowEntry entry
                        ? entry.spec().steps().stream()
                                .filter(step -> step.place().last())
                                .map(StepSpec::name)
                                .findFirst()
                                .orElse(null)
                        : null);
    }

    /** The dependencies, and those that lead to the final step. */
    public List<Dependency> connect(List<Dependency> dependencies, Collection<String> steps) {
        if (name == null
                || !steps.contains(name)
                || dependencies.stream().anyMatch(edge -> edge.child().equals(name))) {
            return dependencies;
        }
        Set<String> parents = dependencies.stream().map(Dependency::parent).collect(Collectors.toSet());
        List<Dependency> all = new ArrayList<>(dependencies);
        steps.stream()
                .filter(step -> !step.equals(name) && !parents.contains(step))
                .forEach(step -> all.add(new Dependency(step, name, Set.of(Condition.COMPLETE))));
        return all;
    }
}
