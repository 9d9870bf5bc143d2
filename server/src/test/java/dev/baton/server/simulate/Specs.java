package dev.baton.server.simulate;

import dev.baton.Calendar;
import dev.baton.Condition;
import dev.baton.Join;
import dev.baton.policy.Retry;
import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.server.kind.CommandWork;
import dev.baton.server.kind.ShellWork;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.spec.About;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;
import dev.baton.worker.Command;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Definitions in a few words. */
final class Specs {

    static final CommandWork COMMAND =
            new ShellWork(new Command.Shell("true", "/bin/sh", null, Set.of(0), Duration.ofSeconds(2)));

    private Specs() {}

    static TimingSpec cron(String schedule) {
        return new TimingSpec(
                new TimingSpec.Clock(schedule, null, DayMatch.EITHER),
                new TimingSpec.Bounds(null, null, null),
                MissedFires.skip(),
                Duration.ZERO,
                false,
                false,
                false);
    }

    static JobSpec job(String name, String schedule) {
        return job(name, schedule, COMMAND, PolicySpec.DEFAULT);
    }

    static JobSpec job(String name, String schedule, WorkSpec work, PolicySpec policy) {
        return new JobSpec(name, About.NOTHING, cron(schedule), work, policy, Map.of(), List.of());
    }

    static PolicySpec retried(Retry retry) {
        PolicySpec usual = PolicySpec.DEFAULT;
        return new PolicySpec(retry, usual.limits(), 0, usual.overlap(), usual.demand(), usual.grants());
    }

    static WorkflowSpec workflow(String name, String schedule, StepSpec... steps) {
        return new WorkflowSpec(
                name, About.NOTHING, cron(schedule), WorkflowSpec.Policy.DEFAULT, Map.of(), List.of(steps), List.of());
    }

    static StepSpec step(String name, String... after) {
        return step(name, COMMAND, after);
    }

    static StepSpec step(String name, WorkSpec work, String... after) {
        return new StepSpec(
                name,
                About.NOTHING,
                new StepSpec.Place(Arrays.stream(after).map(Specs::edge).toList(), Join.all(), false, null),
                work,
                PolicySpec.DEFAULT,
                Map.of(),
                false);
    }

    private static StepSpec.Edge edge(String text) {
        String[] parts = text.split(":", -1);
        Condition condition = parts.length == 1 ? Condition.SUCCESS : Condition.valueOf(parts[1]);
        return new StepSpec.Edge(parts[0], Set.of(condition));
    }

    static Subject subject(JobSpec... jobs) {
        return new Subject(List.of(jobs), List.of(), List.of(), Set.of(), Map.of(), Map.of(), ZoneOffset.UTC);
    }

    static Subject subject(WorkflowSpec... workflows) {
        return new Subject(
                List.of(),
                List.of(workflows),
                List.of(),
                Set.of(),
                Map.<String, Calendar>of(),
                Map.of(),
                ZoneOffset.UTC);
    }
}
