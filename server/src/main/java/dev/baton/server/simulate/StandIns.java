package dev.baton.server.simulate;

import dev.baton.Calendar;
import dev.baton.Timing;
import dev.baton.schedule.Every;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.time.Instant;

/**
 * Replaces definitions by ones that need nothing from outside: approvals need no person, items are counted instead of
 * fetched, and schedules do not fire after the end of the simulation.
 */
final class StandIns {

    private final Instant begin;
    private final Instant end;
    private final Subject subject;

    /**
     * Stand-ins for a range of time.
     *
     * @param subject the subject, with its zone and calendars
     */
    StandIns(Subject subject, Instant begin, Instant end) {
        this.subject = subject;
        this.begin = begin;
        this.end = end;
    }

    JobSpec of(JobSpec job) {
        return new JobSpec(
                job.name(),
                job.about(),
                of(job.name(), job.timing()),
                job.work().simulated(),
                job.policy(),
                job.parameters(),
                job.notifications());
    }

    WorkflowSpec of(WorkflowSpec workflow) {
        return new WorkflowSpec(
                workflow.name(),
                workflow.about(),
                of(workflow.name(), workflow.timing()),
                workflow.policy(),
                workflow.parameters(),
                workflow.steps().stream().map(StandIns::of).toList(),
                workflow.notifications());
    }

    private static StepSpec of(StepSpec step) {
        return new StepSpec(
                step.name(),
                step.about(),
                step.place(),
                step.work().simulated(),
                step.policy(),
                step.inputs(),
                step.allowFailure());
    }

    private TimingSpec of(String name, TimingSpec timing) {
        TimingSpec.Bounds bounds = timing.bounds();
        Instant last = bounds.end() == null || bounds.end().isAfter(end) ? end : bounds.end();
        return new TimingSpec(
                isStartup(timing) || isSilent(name, timing, last) ? TimingSpec.TRIGGERED.clock() : timing.clock(),
                new TimingSpec.Bounds(bounds.start(), last, bounds.calendar()),
                timing.missed(),
                timing.jitter(),
                false,
                timing.once(),
                false);
    }

    /** The simulation assumes that the server has been running since before its beginning. */
    private static boolean isStartup(TimingSpec timing) {
        return timing.clock().schedule() != null
                && Schedule.parse(timing.clock().schedule()) instanceof Startup;
    }

    /** Whether the schedule does not fire in the range: the engine refuses a schedule that never fires. */
    private boolean isSilent(String name, TimingSpec timing, Instant last) {
        TimingSpec.Clock clock = timing.clock();
        if (clock.schedule() == null) {
            return false;
        }
        Schedule schedule = new Timing.Spec(clock.schedule(), null, clock.timezone(), clock.dayMatch())
                .resolve(name, subject.zone());
        if (schedule instanceof Every every) {
            return !begin.plus(every.interval()).isBefore(last);
        }
        String calendar = timing.bounds().calendar();
        Calendar except = calendar == null ? null : subject.calendars().get(calendar);
        return schedule.firesByItself()
                && new Timing.Bounds(timing.bounds().start(), last, except == null ? Calendar.of("none") : except)
                        .nextFire(schedule, begin.minusSeconds(1))
                        .isEmpty();
    }

    /** Whether its fires are counted from its registration. */
    static boolean isInterval(TimingSpec timing) {
        return timing.clock().schedule() != null
                && Schedule.parse(timing.clock().schedule()) instanceof Every;
    }

    /** The same definition without its schedule. */
    static JobSpec triggered(JobSpec job) {
        return new JobSpec(
                job.name(),
                job.about(),
                TimingSpec.TRIGGERED,
                job.work(),
                job.policy(),
                job.parameters(),
                job.notifications());
    }

    /** The same definition without its schedule. */
    static WorkflowSpec triggered(WorkflowSpec workflow) {
        return new WorkflowSpec(
                workflow.name(),
                workflow.about(),
                TimingSpec.TRIGGERED,
                workflow.policy(),
                workflow.parameters(),
                workflow.steps(),
                workflow.notifications());
    }
}
