package dev.baton.faults;

import dev.baton.Condition;
import dev.baton.Job;
import dev.baton.Join;
import dev.baton.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A workflow or job whose outcome is known beforehand. Nodes run it, the check compares.
 *
 * @param name the workflow's name, or the job's
 * @param steps its steps, parents before children; a job has one of its own name
 * @param job what else there is to say about a job; null for a workflow
 * @param ends the other ends that a run may have for good reason, beside the one that follows from the graph
 */
record Scenario(String name, List<Step> steps, @Nullable UnaryOperator<Job.Builder> job, Set<RunStatus> ends) {

    /** A step that runs after others. */
    record Step(String name, Behaviour behaviour, List<Edge> after, Join join, boolean last) {}

    /** A parent, and how it has to end. */
    record Edge(String parent, Condition condition) {}

    static Scenario job(String name, Behaviour behaviour, UnaryOperator<Job.Builder> job) {
        return new Scenario(name, List.of(new Step(name, behaviour, List.of(), Join.all(), false)), job, Set.of());
    }

    static Workflow workflow(String name) {
        return new Workflow(name);
    }

    /** The same, where a run may end in another way as well. */
    Scenario orEnds(RunStatus end) {
        return new Scenario(name, steps, job, Set.of(end));
    }

    /** The name of a step as the store and the ledger have it. */
    String fullName(Step step) {
        return job == null ? name + "/" + step.name() : name;
    }

    /** How every step ends, by its full name: the rules of the guide applied in the simplest way, one step at a time. */
    Map<String, RunStatus> outcome() {
        Map<String, RunStatus> ends = new HashMap<>();
        for (Step step : steps) {
            long holding = step.after().stream()
                    .filter(edge -> (edge.condition().mask() & kind(ends, edge)) != 0)
                    .count();
            long needed =
                    step.join().isAll() ? step.after().size() : step.join().needed();
            boolean runs = step.last() || holding >= needed;
            RunStatus ran = step.behaviour().alwaysFails() ? RunStatus.FAILURE : RunStatus.SUCCESS;
            ends.put(fullName(step), runs ? ran : RunStatus.SKIPPED);
        }
        return ends;
    }

    private int kind(Map<String, RunStatus> ends, Edge edge) {
        RunStatus end = ends.get(name + "/" + edge.parent());
        if (end == null) {
            throw new IllegalStateException(name + ": " + edge.parent() + " stands behind its child");
        }
        return end.kind();
    }

    /** A workflow that is being put together. */
    static final class Workflow {

        private final String name;
        private final List<Step> steps = new ArrayList<>();

        private Workflow(String name) {
            this.name = name;
        }

        Workflow step(String step, Behaviour behaviour, String... parents) {
            return step(step, behaviour, Join.all(), Condition.SUCCESS, parents);
        }

        Workflow step(String step, Behaviour behaviour, Join join, Condition condition, String... parents) {
            List<Edge> after = new ArrayList<>();
            for (String parent : parents) {
                after.add(new Edge(parent, condition));
            }
            steps.add(new Step(step, behaviour, after, join, false));
            return this;
        }

        Scenario last(String step) {
            steps.add(new Step(step, Behaviour.succeeds(), List.of(), Join.all(), true));
            return end();
        }

        Scenario end() {
            return new Scenario(name, List.copyOf(steps), null, Set.of());
        }
    }
}
