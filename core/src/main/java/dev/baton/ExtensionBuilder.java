package dev.baton;

import dev.baton.error.CyclicDependencyException;
import dev.baton.error.DuplicateStepException;
import dev.baton.error.InvalidStepException;
import dev.baton.error.NoStepsException;
import dev.baton.error.TooManyStepsException;
import dev.baton.error.UnknownParentException;
import dev.baton.graph.PlanBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The builder that {@link Extension#define} hands to the definition. Not thread-safe.
 *
 * <pre>{@code
 * Extension more = Extension.define(e -> {
 *     e.step("clean-a", "clean").parameter("file", "a.csv");
 *     e.step("clean-b", "clean").parameter("file", "b.csv").allowFailure();
 * });
 * }</pre>
 */
public final class ExtensionBuilder {

    private final Map<String, Extension.AddedStep> steps = new LinkedHashMap<>();
    private boolean open = true;

    ExtensionBuilder() {}

    /**
     * Adds a step.
     *
     * @param name the step's name, unique in the execution
     * @param job the registered job that it runs
     */
    public Extension.AddedStep step(String name, String job) {
        checkOpen();
        Extension.AddedStep added = new Extension.AddedStep(this, Names.check(name), job);
        if (steps.putIfAbsent(name, added) != null) {
            throw DuplicateStepException.inExtension(name);
        }
        return added;
    }

    void checkOpen() {
        if (!open) {
            throw new IllegalStateException("the extension is defined already. Change it inside define.");
        }
    }

    Extension build() {
        open = false;
        if (steps.isEmpty()) {
            throw NoStepsException.inExtension();
        }
        if (steps.size() > Extension.MOST_STEPS) {
            throw new TooManyStepsException("an extension", steps.size(), Extension.MOST_STEPS);
        }
        PlanBuilder graph = new PlanBuilder();
        Map<String, Integer> numbers = new HashMap<>();
        steps.keySet().forEach(name -> numbers.put(name, graph.step(name)));
        List<Extension.Added> all = new ArrayList<>(steps.size());
        for (Extension.AddedStep step : steps.values()) {
            Extension.Added added = step.toAdded();
            addEdges(graph, added, numbers);
            all.add(added);
        }
        List<Extension.Added> ordered = new ArrayList<>(all.size());
        for (int number : order(graph)) {
            ordered.add(all.get(number));
        }
        return new Extension(ordered);
    }

    private void addEdges(PlanBuilder graph, Extension.Added step, Map<String, Integer> numbers) {
        for (Parent.Edge parent : step.parents()) {
            Integer number = numbers.get(parent.name());
            if (number == null) {
                throw UnknownParentException.inExtension(step.name(), parent.name(), steps.keySet());
            }
            graph.edge(number, numbers.getOrDefault(step.name(), 0), parent.mask());
        }
        // A step without a parent counts one all the same: the step that adds it.
        long parents = Math.max(
                1, step.parents().stream().map(Parent.Edge::name).distinct().count());
        if (step.join().needed() > parents) {
            throw InvalidStepException.inExtension(
                    step.name(), "wants " + step.join() + " of its dependencies to hold, but has " + parents + ".");
        }
    }

    private static int[] order(PlanBuilder graph) {
        try {
            graph.build();
            return graph.order();
        } catch (PlanBuilder.CycleException cycle) {
            throw new CyclicDependencyException("extension", cycle.path());
        }
    }
}
