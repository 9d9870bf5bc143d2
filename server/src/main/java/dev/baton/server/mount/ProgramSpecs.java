package dev.baton.server.mount;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Job;
import dev.baton.RunPolicy;
import dev.baton.Timing;
import dev.baton.Workflow;
import dev.baton.WorkflowPolicy;
import dev.baton.graph.Plan;
import dev.baton.schedule.Schedule;
import dev.baton.server.http.Shown;
import dev.baton.server.kind.ProgramWork;
import dev.baton.server.spec.About;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes the jobs and workflows of a program as the API describes those of a file, as far as that can be said. */
final class ProgramSpecs {

    private ProgramSpecs() {}

    static JobSpec of(Job job) {
        return new JobSpec(
                job.name(),
                about(job.tags()),
                timing(job.timing()),
                ProgramWork.of(job.body()),
                policy(job.policy()),
                Shown.all(job.policy().wrapping().inputs()),
                List.of());
    }

    static WorkflowSpec of(Workflow workflow) {
        WorkflowPolicy policy = workflow.policy();
        return new WorkflowSpec(
                workflow.name(),
                about(workflow.tags()),
                timing(workflow.timing()),
                new WorkflowSpec.Policy(
                        policy.onFailure(),
                        policy.overlap(),
                        policy.limits().timeout(),
                        policy.limits().deadline(),
                        policy.callbacks().onSuccessJob(),
                        policy.callbacks().onFailureJob()),
                Shown.all(policy.parameters()),
                steps(workflow.graph()),
                List.of());
    }

    private static List<StepSpec> steps(Workflow.Graph graph) {
        List<StepSpec> steps = new ArrayList<>();
        Plan plan = graph.plan();
        for (int number = 0; number < plan.size(); number++) {
            Job job = graph.jobs().get(number);
            steps.add(new StepSpec(
                    plan.name(number),
                    about(job.tags()),
                    new StepSpec.Place(edges(plan, number), job.join(), plan.isFinal(number), null),
                    ProgramWork.of(job.body()),
                    policy(job.policy()),
                    Shown.all(job.policy().wrapping().inputs()),
                    plan.mayFail(number)));
        }
        return steps;
    }

    private static List<StepSpec.Edge> edges(Plan plan, int step) {
        List<StepSpec.Edge> edges = new ArrayList<>();
        if (plan.isFinal(step)) {
            // It runs after all others, which goes without saying.
            return edges;
        }
        int[] parents = plan.parents(step);
        byte[] masks = plan.parentMasks(step);
        for (int i = 0; i < parents.length; i++) {
            String parent = plan.name(parents[i]);
            Set<Condition> conditions =
                    Dependency.of(parent, plan.name(step), masks[i]).conditions();
            edges.add(new StepSpec.Edge(parent, conditions));
        }
        return edges;
    }

    private static About about(Set<String> tags) {
        return new About(null, null, tags.stream().sorted().toList());
    }

    private static PolicySpec policy(RunPolicy policy) {
        return new PolicySpec(
                policy.retry(),
                policy.limits(),
                policy.priority(),
                policy.overlap(),
                policy.demand(),
                PolicySpec.Grants.NOTHING);
    }

    private static TimingSpec timing(Timing timing) {
        Timing.Spec spec = timing.spec();
        return new TimingSpec(
                new TimingSpec.Clock(text(timing), spec.zone(), spec.dayMatch()),
                new TimingSpec.Bounds(timing.bounds().from(), timing.bounds().until(), null),
                timing.missed(),
                timing.jitter(),
                timing.immediately(),
                timing.once(),
                false);
    }

    /** The schedule as a text that can be read back; null for none. */
    private static @Nullable String text(Timing timing) {
        String text = timing.spec().text();
        try {
            return timing.isTriggered() || Schedule.parse(text).equals(Schedule.triggered()) ? null : text;
        } catch (RuntimeException ofTheProgram) {
            // A schedule of the program's own class: its next fires are shown, and no words for it.
            return null;
        }
    }
}
