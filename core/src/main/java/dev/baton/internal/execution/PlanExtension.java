package dev.baton.internal.execution;

import dev.baton.Body;
import dev.baton.Condition;
import dev.baton.Extension;
import dev.baton.Parent;
import dev.baton.error.DuplicateStepException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.TooManyStepsException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.internal.definition.AddedNode;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.FanoutDefinition;
import dev.baton.internal.definition.Node;
import dev.baton.internal.definition.Registry;
import dev.baton.spi.Codec;
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
public final class PlanExtension {

    private PlanExtension() {}

    /** The steps that a run adds. */
    private record By(int step, AddedSteps added) {}

    /**
     * Refuses steps that cannot be added. Called within the execution's turn: when a body asks for them, and again when
     * its run ends, for other runs may have added some meanwhile.
     */
    public static void check(LiveExecution execution, int step, AddedSteps added) {
        String what = execution + ", step \"" + execution.plan().name(step) + "\"";
        if (execution.definition() instanceof FanoutDefinition) {
            throw new NotPossibleException(what + " cannot add steps: it is one of many for the items of a fan-out. Let"
                    + " a step after the fan-out add them.");
        }
        if (execution.plan().isFinal(step)) {
            throw new NotPossibleException(what + " cannot add steps: it is the final step, after which nothing runs.");
        }
        if (added.steps().size() > Extension.MOST_STEPS) {
            throw new TooManyStepsException(what, added.steps().size(), Extension.MOST_STEPS);
        }
        int before = execution.plan().size() - execution.startedOn().size();
        int more = added.steps().size();
        if (before + more > Extension.MOST_STEPS_IN_ALL) {
            throw TooManyStepsException.inAll(execution.toString(), before, more, Extension.MOST_STEPS_IN_ALL);
        }
        Set<String> names = new HashSet<>();
        for (AddedSteps.Step each : added.steps()) {
            if (execution.plan().step(each.name()).isPresent() || !names.add(each.name())) {
                throw DuplicateStepException.inExecution(execution.toString(), each.name());
            }
        }
    }

    /** Adds the steps of a run that is about to succeed; within the execution's turn. */
    static void extend(Turn turn, int step, AddedSteps added) {
        LiveExecution execution = turn.execution();
        check(execution, step, added);
        Registry registry = turn.around().registry();
        added.steps().forEach(each -> registry.job(each.job()));
        AddedSteps placed = added.at(execution.plan().size());
        BoundPlan larger = larger(
                execution.bound(),
                List.of(new By(step, placed)),
                each -> new AddedNode(
                        execution.definition(),
                        registry.node(each.job()),
                        each,
                        turn.around().codec()));
        execution.grow(larger);
        execution.progress().extend(larger.plan());
        execution.runs().details(step).added = placed;
    }

    /**
     * The graph of a recorded execution: the one that it started with, and the steps that its runs have added since.
     *
     * @param added what each run added, by step
     * @param nodes what the jobs of added steps stand for now
     */
    public static BoundPlan extended(
            BoundPlan plan,
            Map<Integer, AddedSteps> added,
            Definition definition,
            Function<String, Node> nodes,
            Codec codec) {
        List<By> all = new ArrayList<>(added.size());
        added.forEach((step, steps) -> all.add(new By(step, steps)));
        all.sort(Comparator.comparingInt(by -> by.added.first()));
        return all.isEmpty()
                ? plan
                : larger(plan, all, step -> new AddedNode(definition, nodes.apply(step.job()), step, codec));
    }

    private static BoundPlan larger(BoundPlan bound, List<By> all, Function<AddedSteps.Step, Node> toNode) {
        PlanBuilder graph = PlanBuilder.of(bound.plan());
        List<Node> nodes = new ArrayList<>(Arrays.asList(bound.nodes()));
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
        @Nullable Body<?>[] plainBodies = Arrays.copyOf(bound.plainBodies(), nodes.size());
        return new BoundPlan(plan, nodes.toArray(new Node[0]), bound.policy(), plainBodies);
    }

    private static void addTo(PlanBuilder graph, By by) {
        Map<String, Integer> numbers = new HashMap<>();
        for (AddedSteps.Step step : by.added.steps()) {
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
