package dev.baton;

import dev.baton.error.InvalidStepException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps that {@link Step#ANY} stands for in a workflow: all but the final one, those that run after any themselves,
 * and what runs after those. So two steps can each run after the failure of any other, and no circle comes of it.
 */
record AnyParents(Set<String> steps) {

    static AnyParents in(Collection<Step<?>> steps, @Nullable Step<?> last) {
        if (steps.stream().noneMatch(Step::runsAfterAny)) {
            return new AnyParents(Set.of());
        }
        Map<String, List<String>> children = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        Set<String> others = new LinkedHashSet<>();
        for (Step<?> step : steps) {
            others.add(step.name());
            if (step.runsAfterAny()) {
                open.add(step.name());
            }
            step.parents()
                    .forEach(parent -> children.computeIfAbsent(parent.name(), name -> new ArrayList<>())
                            .add(step.name()));
        }
        if (last != null) {
            others.remove(last.name());
        }
        others.removeAll(open);
        while (!open.isEmpty()) {
            for (String child : children.getOrDefault(open.remove(), List.of())) {
                if (others.remove(child)) {
                    open.add(child);
                }
            }
        }
        return new AnyParents(others);
    }

    /** The parents of a step, with these steps in the place of {@link Step#ANY}. */
    List<Parent> resolve(String workflow, Step<?> step) {
        if (!step.runsAfterAny()) {
            return step.parents();
        }
        if (steps.isEmpty()) {
            throw new InvalidStepException(workflow, step.name(), "runs after any other step, and there is none.");
        }
        List<Parent> parents = new ArrayList<>();
        for (Parent parent : step.parents()) {
            if (parent.name().equals(Step.ANY)) {
                steps.forEach(other -> parents.add(new Parent.Edge(other, parent.mask())));
            } else {
                parents.add(parent);
            }
        }
        return parents;
    }
}
