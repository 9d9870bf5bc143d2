package dev.baton.server.spec;

import dev.baton.Calendar;
import dev.baton.Timing;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import dev.baton.server.kind.Reference;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/** Checks that the references of definitions exist and fit the definitions. */
final class ReferenceCheck {

    private final References known;
    private final ReachCheck reach;
    private final Set<String> queues;

    ReferenceCheck(References known) {
        this.known = known;
        this.reach = new ReachCheck(known.reach());
        queues = new LinkedHashSet<>(known.queues());
        queues.add(PolicyKeys.QUEUE.otherwise());
    }

    void check(JobSpec job, Table table) {
        checkTiming(job.name(), job.timing(), table);
        checkRun(job.policy(), job.work(), table);
        job.notifications().forEach(name -> checkNotification(name, table));
    }

    void check(WorkflowSpec workflow, Table table) {
        checkTiming(workflow.name(), workflow.timing(), table);
        workflow.notifications().forEach(name -> checkNotification(name, table));
    }

    void check(StepSpec step, Table table) {
        checkRun(step.policy(), step.work(), table);
    }

    private void checkTiming(String name, TimingSpec timing, Table table) {
        String calendar = timing.bounds().calendar();
        if (calendar != null) {
            check(
                    table,
                    TimingKeys.CALENDAR,
                    "calendar",
                    calendar,
                    known.calendars().keySet(),
                    "calendars");
            Calendar days = known.calendars().get(calendar);
            String schedule = timing.clock().schedule();
            if (days != null && schedule != null && isEmptied(parse(schedule, name, timing), timing, days)) {
                table.problem(
                        TimingKeys.CALENDAR,
                        "never fires: calendar " + Node.quote(calendar) + " has every day of " + Node.quote(schedule)
                                + ".",
                        "Choose other days, or pause it.");
            }
        }
    }

    private static Schedule parse(String schedule, String name, TimingSpec timing) {
        TimingSpec.Clock clock = timing.clock();
        return new Timing.Spec(schedule, null, clock.timezone(), clock.dayMatch())
                .resolve(name, ScheduleOptions.DEFAULT.zone());
    }

    /** Whether a schedule would fire from now on, but never does because a calendar excludes its days. */
    private static boolean isEmptied(Schedule schedule, TimingSpec timing, Calendar days) {
        Instant now = Instant.now();
        return schedule.firesByItself()
                && bounds(timing, Calendar.of(days.name()))
                        .nextFire(schedule, now)
                        .isPresent()
                && bounds(timing, days).nextFire(schedule, now).isEmpty();
    }

    private static Timing.Bounds bounds(TimingSpec timing, Calendar except) {
        return new Timing.Bounds(timing.bounds().start(), timing.bounds().end(), except);
    }

    private void checkRun(PolicySpec policy, WorkSpec work, Table table) {
        reach.check(work, table);
        check(table, PolicyKeys.QUEUE, "queue", policy.demand().queue(), queues, "queues");
        for (String secret : policy.grants().secrets()) {
            if (!known.secrets().contains(secret)) {
                String hint = Types.didYouMean(secret, known.secrets());
                table.problem(
                        PolicyKeys.SECRETS,
                        "there is no secret " + Node.quote(secret) + ".",
                        hint.isEmpty() ? "Add it to [secrets]." : hint);
            }
        }
        for (Reference reference : work.references()) {
            if (reference.type() == Reference.Type.DATASOURCE) {
                check(table, reference.key(), "data source", reference.name(), known.datasources(), "datasources");
            }
        }
    }

    private void checkNotification(String name, Table table) {
        check(table, JobKeys.NOTIFY, "notification", name, known.notifications(), "notifications");
    }

    private static void check(Table table, Key<?> key, String what, String name, Set<String> names, String section) {
        if (!names.contains(name)) {
            String hint = Types.didYouMean(name, names);
            table.problem(
                    key,
                    "there is no " + what + " \"" + name + "\".",
                    hint.isEmpty() ? "Add [" + section + "." + name + "]." : hint);
        }
    }
}
