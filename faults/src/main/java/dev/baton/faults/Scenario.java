package dev.baton.faults;

import dev.baton.Condition;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Join;
import dev.baton.RunStatus;
import java.util.ArrayList;
import java.util.List;
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
 * @param tolerant whether it succeeds even if steps fail, as the execution over the items of a fan-out does
 */
record Scenario(
        String name,
        List<Step> steps,
        @Nullable UnaryOperator<Job.Builder> job,
        Set<RunStatus> ends,
        boolean tolerant) {

    /**
     * A step that runs after others; one that is added and names none runs after the one that adds it.
     *
     * @param adds what its body adds to the execution
     * @param runs the registered job that it runs as an added step; null for one of its own
     */
    record Step(
            String name,
            Work work,
            List<Edge> after,
            Join join,
            boolean last,
            List<Step> adds,
            @Nullable String runs) {

        Step(String name, Work work, List<Edge> after, Join join) {
            this(name, work, after, join, false, List.of(), null);
        }

        Step adding(List<Step> added) {
            return new Step(name, work, after, join, last, added, runs);
        }

        Step running(String job) {
            return new Step(name, work, after, join, last, adds, job);
        }

        Step after(Edge only) {
            return new Step(name, work, List.of(only), join, last, adds, runs);
        }

        static Step last(String name) {
            return new Step(name, Behaviour.succeeds(), List.of(), Join.all(), true, List.of(), null);
        }
    }

    /** A parent, and how it has to end. */
    record Edge(String parent, Condition condition) {}

    static Scenario job(String name, Behaviour behaviour, UnaryOperator<Job.Builder> job) {
        return new Scenario(name, List.of(new Step(name, behaviour, List.of(), Join.all())), job, Set.of(), false);
    }

    static Workflow workflow(String name) {
        return new Workflow(name);
    }

    /** The same, where a run may end in another way as well. */
    Scenario orEnds(RunStatus end) {
        return new Scenario(name, steps, job, Set.of(end), tolerant);
    }

    /** The same, where the body of the job adds steps. */
    Scenario adding(UnaryOperator<Workflow> added) {
        Step only = steps.get(0).adding(added.apply(workflow(name)).steps);
        return new Scenario(name, List.of(only), job, ends, tolerant);
    }

    /** The name of a step as the store and the ledger have it. */
    String fullName(Step step) {
        return fullName(step.name());
    }

    String fullName(String step) {
        return job != null && step.equals(name) ? name : name + "/" + step;
    }

    /** A step by its own name. */
    Step step(String step) {
        return steps.stream()
                .filter(known -> known.name().equals(step))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " has no step " + step));
    }

    /** The registered job that an added step runs. */
    String jobOf(Step added) {
        return added.runs() == null ? name + "." + added.name() : added.runs();
    }

    /** The executions over the items of its fan-outs. */
    List<Scenario> itemScenarios() {
        return steps.stream()
                .filter(step -> step.work() instanceof Work.Items)
                .map(step -> items(Fanout.itemsOf(fullName(step)), (Work.Items) step.work()))
                .toList();
    }

    /** A step for each item, and one for the reducer, each named after its number. */
    private static Scenario items(String name, Work.Items items) {
        Workflow workflow = workflow(name);
        String[] all = new String[items.count()];
        for (int item = 0; item < all.length; item++) {
            all[item] = Integer.toString(item);
            workflow.step(all[item], items.of(item));
        }
        if (items.reduced()) {
            workflow.step(Integer.toString(all.length), Behaviour.succeeds(), Join.all(), Condition.COMPLETE, all);
        }
        return new Scenario(name, List.copyOf(workflow.steps), null, Set.of(), true);
    }

    /** How an execution of it goes. */
    Course course() {
        return Course.of(this);
    }

    /** A workflow that is being put together. */
    static final class Workflow {

        private final String name;
        private final List<Step> steps = new ArrayList<>();

        private Workflow(String name) {
            this.name = name;
        }

        Workflow step(String step, Work work, String... parents) {
            return step(step, work, Join.all(), Condition.SUCCESS, parents);
        }

        Workflow step(String step, Work work, Join join, Condition condition, String... parents) {
            List<Edge> after = new ArrayList<>();
            for (String parent : parents) {
                after.add(new Edge(parent, condition));
            }
            steps.add(new Step(step, work, after, join));
            return this;
        }

        /** The body of the step that was put in last adds these. */
        Workflow adding(UnaryOperator<Workflow> added) {
            return change(step -> step.adding(added.apply(workflow(name)).steps));
        }

        /** The step that was put in last, which is to be added, runs this registered job. */
        Workflow running(String job) {
            return change(step -> step.running(job));
        }

        private Workflow change(UnaryOperator<Step> change) {
            int latest = steps.size() - 1;
            steps.set(latest, change.apply(steps.get(latest)));
            return this;
        }

        Scenario last(String step) {
            steps.add(Step.last(step));
            return end();
        }

        Scenario end() {
            return new Scenario(name, List.copyOf(steps), null, Set.of(), false);
        }
    }
}
