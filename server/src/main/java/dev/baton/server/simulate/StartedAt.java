package dev.baton.server.simulate;

import dev.baton.schedule.DayMatch;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.stream.Collectors;

/** Starts jobs and workflows once at a given time, regardless of schedules and pauses. */
public final class StartedAt {

    private StartedAt() {}

    /**
     * The same subject, in which the named definitions start at the given time only.
     *
     * @throws IllegalArgumentException if a name does not exist
     */
    public static Subject of(Subject subject, Collection<String> names, Instant moment) {
        // Throws for names that do not exist.
        subject.only(names);
        TimingSpec triggered = TimingSpec.TRIGGERED;
        TimingSpec once = new TimingSpec(
                new TimingSpec.Clock("@at " + moment, null, DayMatch.EITHER),
                triggered.bounds(),
                triggered.missed(),
                triggered.jitter(),
                false,
                false,
                false);
        return new Subject(
                subject.jobs().stream()
                        .map(job -> names.contains(job.name()) ? with(job, once) : job)
                        .toList(),
                subject.workflows().stream()
                        .map(workflow -> names.contains(workflow.name()) ? with(workflow, once) : workflow)
                        .toList(),
                subject.dependencies(),
                subject.paused().stream().filter(name -> !names.contains(name)).collect(Collectors.toSet()),
                subject.calendars(),
                subject.queues(),
                subject.zone());
    }

    private static JobSpec with(JobSpec job, TimingSpec timing) {
        return new JobSpec(
                job.name(), job.about(), timing, job.work(), job.policy(), job.parameters(), job.notifications());
    }

    private static WorkflowSpec with(WorkflowSpec workflow, TimingSpec timing) {
        return new WorkflowSpec(
                workflow.name(),
                workflow.about(),
                timing,
                workflow.policy(),
                workflow.parameters(),
                workflow.steps(),
                workflow.notifications());
    }
}
