package dev.baton.engine;

import dev.baton.Body;
import dev.baton.Condition;
import dev.baton.Extension;
import dev.baton.Parent;
import dev.baton.error.DuplicateStepException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.TooManyStepsException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.spi.Codec;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets executions grow by the steps that bodies add. The steps that are there keep their numbers and their edges; what is
 * added comes after them, in the order in which the runs that add it end.
 */
final class Growth {

    private Growth() {}

    /** Who adds which steps. */
    private record By(int step, Added added) {}

    /**
     * Refuses steps that cannot be added. Called within the execution's turn: when a body asks for them, and again when
     * its run ends, for other runs may have added some meanwhile.
     */
    static void check(LiveExecution execution, int step, Added added) {
        String what = execution + ", step \"" + execution.plan.name(step) + "\"";
        if (execution.definition instanceof FanoutDefinition) {
            throw new NotPossibleException(what + " cannot add steps: it is one of many for the items of a fan-out. Let"
                    + " a step after the fan-out add them.");
        }
        if (execution.plan.isFinal(step)) {
            throw new NotPossibleException(what + " cannot add steps: it is the final step, after which nothing runs.");
        }
        if (added.steps().size() > Extension.MOST_STEPS) {
            throw new TooManyStepsException(what, added.steps().size(), Extension.MOST_STEPS);
        }
        int before = execution.plan.size() - execution.startedOn.size();
        int more = added.steps().size();
        if (before + more > Extension.MOST_STEPS_IN_ALL) {
            throw TooManyStepsException.inAll(execution.toString(), before, more, Extension.MOST_STEPS_IN_ALL);
        }
        Set<String> names = new HashSet<>();
        for (Added.Step each : added.steps()) {
            if (execution.plan.step(each.name()).isPresent() || !names.add(each.name())) {
                throw DuplicateStepException.inExecution(execution.toString(), each.name());
            }
        }
    }

    /** Adds the steps of a run that is about to succeed; within the execution's turn. */
    static void grow(LiveExecution execution, int step, Added added, Registry registry, @Nullable Codec codec) {
        check(execution, step, added);
        for (Added.Step each : added.steps()) {
            registry.job(each.job());
        }
        Added placed = added.at(execution.plan.size());
        Definition.Shape larger = larger(
                new Definition.Shape(execution.plan, execution.nodes, execution.policy, execution.plainBodies()),
                List.of(new By(step, placed)),
                each -> new AddedNode(execution.definition, registry.node(each.job()), each, codec));
        execution.grow(larger);
        execution.progress.extend(larger.plan());
        execution.note(step).added = placed;
    }

    /** What a recorded execution works on: what it started with, and what its runs have added since. */
    static Definition.Shape grown(
            Definition.Shape shape, Store.Stored stored, Definition definition, Registry registry, Codec codec) {
        List<By> all = new ArrayList<>(0);
        for (RunRecord run : stored.runs()) {
            byte[] notes = run.result().notes();
            Added added = notes == null ? null : NotesFormat.readAdded(notes);
            if (added != null) {
                all.add(new By(run.step(), added));
            }
        }
        all.sort(Comparator.comparingInt(by -> by.added.first()));
        return all.isEmpty()
                ? shape
                : larger(shape, all, step -> new AddedNode(definition, registry.node(step.job()), step, codec));
    }

    private static Definition.Shape larger(Definition.Shape shape, List<By> all, Function<Added.Step, Node> toNode) {
        PlanBuilder graph = PlanBuilder.of(shape.plan());
        List<Node> nodes = new ArrayList<>(Arrays.asList(shape.nodes()));
        for (By by : all) {
            if (by.added.first() != nodes.size()) {
                throw new IllegalArgumentException("steps were added from number " + by.added.first()
                        + " on, and the graph before them has " + nodes.size() + ": it is another one");
            }
            addTo(graph, by);
            by.added.steps().forEach(step -> nodes.add(toNode.apply(step)));
        }
        Plan plan = graph.buildAsNumbered();
        // A job may be replaced at any time, so none of the added runs is plain.
        @Nullable Body<?>[] plainBodies = Arrays.copyOf(shape.plainBodies(), nodes.size());
        return new Definition.Shape(plan, nodes.toArray(new Node[0]), shape.policy(), plainBodies);
    }

    private static void addTo(PlanBuilder graph, By by) {
        Map<String, Integer> numbers = new HashMap<>();
        for (Added.Step step : by.added.steps()) {
            int number = graph.step(step.name());
            numbers.put(step.name(), number);
            graph.join(number, step.join());
            if (step.mayFail()) {
                graph.mayFail(number);
            }
            if (step.parents().isEmpty()) {
                graph.edge(by.step, number, Condition.SUCCESS.mask());
            }
            for (Parent.Edge parent : step.parents()) {
                graph.edge(Objects.requireNonNull(numbers.get(parent.name())), number, parent.mask());
            }
        }
    }
}
