package dev.baton.server.compile;

import dev.baton.Condition;
import dev.baton.Job;
import dev.baton.RunPolicy;
import dev.baton.Step;
import dev.baton.Timed;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.Made;
import dev.baton.server.kind.Parts;
import dev.baton.server.kind.Setting;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.resolve.Origin;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compiles specifications to jobs and workflows of the engine. Safe from any thread. */
public final class Compiler {

    private final Parts parts;

    /** Creates a compiler that uses these parts. */
    public Compiler(Parts parts) {
        this.parts = parts;
    }

    /** The secret values, which are masked in everything that users see. */
    public List<String> secrets() {
        return List.copyOf(parts.secrets().values());
    }

    /** Compiles a job. */
    public Job job(JobSpec spec, Origin origin) {
        Made made = make(spec.work(), spec.policy(), origin);
        Job.Builder job = Job.named(spec.name()).tags(spec.about().tags().toArray(String[]::new));
        job = timed(job, spec.timing());
        return job.policy(policy -> policy(policy, spec.policy(), made, spec.parameters()))
                .call(made.body());
    }

    /** Compiles a workflow. */
    public Workflow workflow(WorkflowSpec spec, Origin origin) {
        return Workflow.define(spec.name(), w -> {
            timed(w, spec.timing());
            w.tags(spec.about().tags().toArray(String[]::new));
            w.onStepFailure(spec.policy().onFailure()).overlap(spec.policy().overlap());
            if (spec.policy().timeout() != null) {
                w.timeout(spec.policy().timeout());
            }
            if (spec.policy().deadline() != null) {
                w.deadline(spec.policy().deadline());
            }
            if (spec.policy().onSuccess() != null) {
                w.onSuccess(
                        spec.policy().onSuccess().job(),
                        spec.policy().onSuccess().inputs());
            }
            if (spec.policy().onFailureJob() != null) {
                w.onFailure(
                        spec.policy().onFailureJob().job(),
                        spec.policy().onFailureJob().inputs());
            }
            spec.parameters().forEach(w::parameter);
            spec.steps().forEach(step -> add(w, step, origin));
        });
    }

    private void add(WorkflowBuilder w, StepSpec spec, Origin origin) {
        Made made = make(spec.work(), spec.policy(), origin);
        Step<?> step = spec.place().last() ? w.finalCall(spec.name(), made.body()) : w.call(spec.name(), made.body());
        step.policy(policy -> policy(policy, spec.policy(), made, spec.inputs()));
        step.join(spec.place().join());
        spec.place()
                .after()
                .forEach(edge -> step.after(edge.parent(), edge.conditions().toArray(Condition[]::new)));
        if (spec.allowFailure()) {
            step.allowFailure();
        }
        if (spec.place().when() != null) {
            step.when(parts.when(spec.place().when()));
        }
    }

    private Made make(WorkSpec work, PolicySpec spec, Origin origin) {
        RunPolicy usual = RunPolicy.DEFAULT;
        RunPolicy policy = new RunPolicy(
                spec.retry(),
                spec.limits(),
                spec.priority(),
                spec.overlap(),
                usual.wrapping(),
                usual.allowFailure(),
                spec.demand());
        return work.make(new Setting(policy, grants(spec.grants()), origin, parts));
    }

    private Task.Grants grants(PolicySpec.Grants spec) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String name : spec.secrets()) {
            String value = parts.secrets().get(name);
            if (value != null) {
                given.put(name, value);
            }
        }
        return new Task.Grants(spec.env(), given, spec.adds() == null ? null : Set.copyOf(spec.adds()));
    }

    private static RunPolicy policy(RunPolicy policy, PolicySpec spec, Made made, Map<String, Object> inputs) {
        return new RunPolicy(
                made.retry(),
                spec.limits(),
                spec.priority(),
                spec.overlap(),
                new RunPolicy.Wrapping(policy.interceptors(), inputs, policy.guard()),
                policy.allowFailure(),
                made.demand());
    }

    private <S extends Timed<S>> S timed(S timed, TimingSpec spec) {
        S result = timed.missedFires(spec.missed())
                .jitter(spec.jitter())
                .dayMatch(spec.clock().dayMatch());
        if (spec.clock().schedule() != null) {
            result = result.cron(spec.clock().schedule());
        }
        if (spec.clock().timezone() != null) {
            result = result.zone(spec.clock().timezone());
        }
        if (spec.bounds().start() != null) {
            result = result.from(spec.bounds().start());
        }
        if (spec.bounds().end() != null) {
            result = result.until(spec.bounds().end());
        }
        if (spec.bounds().calendar() != null) {
            result = result.except(parts.calendar(spec.bounds().calendar()));
        }
        if (spec.immediately()) {
            result = result.runImmediately();
        }
        return spec.once() ? result.runOnce() : result;
    }
}
