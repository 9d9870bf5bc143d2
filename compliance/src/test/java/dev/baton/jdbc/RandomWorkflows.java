package dev.baton.jdbc;

import dev.baton.Baton;
import dev.baton.Body;
import dev.baton.Condition;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Join;
import dev.baton.OnFailure;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.seeded.Draw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Random definitions: a job for each way in which jobs wait for each other, and workflows of all kinds of steps, with
 * random conditions, joins, limits and policies. Each workflow may nest those before it.
 */
final class RandomWorkflows {

    /** A queue that has a limit; so has the default queue. */
    static final String NARROW = "narrow";

    private static final int WORKFLOWS = 6;

    private static final List<Overlap> OVERLAPS = List.of(
            Overlap.allow(),
            Overlap.allow(3),
            Overlap.queue(),
            Overlap.queue().upTo(2),
            Overlap.skip(),
            Overlap.replace(),
            Overlap.replace().upTo(2));

    private final Draw draw;
    private final Body<Integer> body;
    private final List<Job> jobs;
    private final List<Workflow> workflows = new ArrayList<>();

    RandomWorkflows(Draw draw, Body<Integer> body) {
        this.draw = draw;
        this.body = body;
        this.jobs = List.of(
                Job.named("plain").call(body),
                Job.named("limited")
                        .limit(Limit.concurrency(2))
                        .retry(Retry.fixed(3, Duration.ofMillis(5)))
                        .call(body),
                Job.named("one-by-one")
                        .overlap(Overlap.queue())
                        .timeout(Duration.ofMillis(40))
                        .call(body),
                Job.named("fanned-out")
                        .queue(NARROW)
                        .retry(Retry.fixed(2, Duration.ofMillis(3)))
                        .fanout(Fanout.over(List.of(1, 2, 3, 4, 5))
                                .concurrency(2)
                                .tolerance(0.3)
                                .retry(Retry.fixed(2, Duration.ofMillis(2)))
                                .each(body)
                                .reduce(Fanout.RunOn.ANY_SUCCESS, body)));
        for (int i = 0; i < WORKFLOWS; i++) {
            workflows.add(Workflow.define("w" + i, this::define));
        }
    }

    /** The names of all jobs and workflows. */
    List<String> names() {
        return Stream.concat(jobs.stream().map(Job::name), workflowNames().stream())
                .toList();
    }

    List<String> workflowNames() {
        return workflows.stream().map(Workflow::name).toList();
    }

    /**
     * The names of those whose executions may wait for others without taking a place that these may need: a workflow
     * that waits in its queue for itself would wait forever, and rightly so.
     */
    List<String> namesThatMayWait() {
        Stream<Workflow> unlimited = workflows.stream()
                .filter(workflow -> workflow.policy().overlap().isUnlimited());
        return Stream.concat(jobs.stream().map(Job::name), unlimited.map(Workflow::name))
                .toList();
    }

    /** Registers all of them. */
    void addTo(Baton baton) {
        jobs.forEach(baton::add);
        workflows.forEach(baton::add);
    }

    private void define(WorkflowBuilder w) {
        w.overlap(draw.of(OVERLAPS));
        w.onStepFailure(draw.of(OnFailure.values()));
        if (draw.chance(0.3)) {
            w.parallel(draw.between(1, 2));
        }
        if (draw.chance(0.25)) {
            w.timeout(Duration.ofMillis(150));
        }
        List<Step<?>> steps = new ArrayList<>();
        int size = draw.between(2, 7);
        for (int i = 0; i < size; i++) {
            Step<?> step = step(w, "s" + i);
            order(step, steps);
            steps.add(step);
        }
        if (draw.flag()) {
            w.finalCall("final", body);
        }
        if (draw.chance(0.3)) {
            w.onSuccess("plain", Map.of());
            w.onFailure("limited", Map.of());
        }
    }

    private Step<?> step(WorkflowBuilder w, String name) {
        return switch (draw.between(0, 8)) {
            case 0 -> w.approval(name, "May it go on?");
            case 1 -> w.waitFor(name, Duration.ofMillis(draw.between(1, 30)));
            case 2 -> w.fanout(name, items());
            case 3 ->
                workflows.isEmpty()
                        ? w.call(name, body)
                        : w.workflow(name, draw.of(workflows).name());
            case 4 -> w.job(name, draw.of(jobs).name());
            case 5 -> w.call(name, body).retry(Retry.fixed(2, Duration.ofMillis(4)));
            case 6 -> w.call(name, body).limit(Limit.concurrency(1));
            case 7 -> w.call(name, body).overlap(draw.of(OVERLAPS));
            default -> w.call(name, body);
        };
    }

    private Fanout items() {
        return Fanout.over(List.of(1, 2, 3)).concurrency(draw.between(1, 3)).each(body);
    }

    /** Lets a step wait for some of those before it. */
    private void order(Step<?> step, List<Step<?>> before) {
        List<Step<?>> candidates = new ArrayList<>(before);
        int parents = Math.min(candidates.size(), draw.between(0, 3));
        for (int i = 0; i < parents; i++) {
            Step<?> parent = draw.of(candidates);
            candidates.remove(parent);
            step.after(parent, draw.chance(0.7) ? Condition.SUCCESS : draw.of(Condition.values()));
        }
        if (parents > 1 && draw.flag()) {
            step.join(Join.atLeast(draw.between(1, parents)));
        }
    }
}
