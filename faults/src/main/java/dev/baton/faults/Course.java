package dev.baton.faults;

import dev.baton.Condition;
import dev.baton.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How an execution of a scenario goes: the rules of the guide applied in the simplest way, one step at a time.
 *
 * @param steps all steps that there are in the end, each with its parents: those it had at first, and those that bodies
 *     added which succeeded
 * @param ends how each of them ends, by its full name
 */
record Course(List<Scenario.Step> steps, Map<String, RunStatus> ends) {

    static Course of(Scenario scenario) {
        Course course = new Course(new ArrayList<>(), new HashMap<>());
        scenario.steps().forEach(step -> course.go(scenario, step));
        return course;
    }

    /** How an execution of it ends whose steps end so. */
    String status(Scenario scenario) {
        if (!scenario.tolerant() && ends.containsValue(RunStatus.FAILURE)) {
            return "failure";
        }
        return ends.containsValue(RunStatus.PARTIAL) ? "partial" : "success";
    }

    /** The steps without a body, by their full names: they wait for what has bodies, for a time or for a person. */
    Set<String> waiting(Scenario scenario) {
        return steps.stream()
                .filter(step -> !step.work().hasBody())
                .map(scenario::fullName)
                .collect(Collectors.toSet());
    }

    private void go(Scenario scenario, Scenario.Step step) {
        String fullName = scenario.fullName(step);
        RunStatus end = end(scenario, step);
        steps.add(step);
        if (ends.put(fullName, end) != null) {
            throw new IllegalStateException(fullName + " is there twice");
        }
        if (end == RunStatus.SUCCESS) {
            Scenario.Edge adder = new Scenario.Edge(step.name(), Condition.SUCCESS);
            for (Scenario.Step added : step.adds()) {
                go(scenario, added.after().isEmpty() ? added.after(adder) : added);
            }
        }
    }

    private RunStatus end(Scenario scenario, Scenario.Step step) {
        long holding = step.after().stream()
                .filter(edge -> (edge.condition().mask() & kind(scenario, edge)) != 0)
                .count();
        long needed = step.join().isAll() ? step.after().size() : step.join().needed();
        if (!step.last() && holding < needed) {
            return RunStatus.SKIPPED;
        }
        return step.work().end();
    }

    private int kind(Scenario scenario, Scenario.Edge edge) {
        RunStatus end = ends.get(scenario.fullName(edge.parent()));
        if (end == null) {
            throw new IllegalStateException(scenario.name() + ": " + edge.parent() + " stands behind its child");
        }
        return end.kind();
    }
}
