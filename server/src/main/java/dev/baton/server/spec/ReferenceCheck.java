package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.LinkedHashSet;
import java.util.Set;

/** Checks that what definitions refer to exists. */
final class ReferenceCheck {

    private static final String SQL = "sql://";

    private final References known;
    private final Set<String> queues;

    ReferenceCheck(References known) {
        this.known = known;
        queues = new LinkedHashSet<>(known.queues());
        queues.add(PolicyKeys.QUEUE.otherwise());
    }

    void check(JobSpec job, Table table) {
        checkTiming(job.timing(), table);
        checkRun(job.policy(), job.work(), table);
        job.notifications().forEach(name -> checkNotification(name, table));
    }

    void check(WorkflowSpec workflow, Table table) {
        checkTiming(workflow.timing(), table);
        workflow.notifications().forEach(name -> checkNotification(name, table));
    }

    void check(StepSpec step, Table table) {
        checkRun(step.policy(), step.work(), table);
    }

    private void checkTiming(TimingSpec timing, Table table) {
        String calendar = timing.bounds().calendar();
        if (calendar != null) {
            check(table, TimingKeys.CALENDAR, "calendar", calendar, known.calendars(), "calendars");
        }
    }

    private void checkRun(PolicySpec policy, WorkSpec work, Table table) {
        check(table, PolicyKeys.QUEUE, "queue", policy.demand().queue(), queues, "queues");
        if (work instanceof FanoutWork fanout
                && fanout.items() instanceof FanoutWork.FromUri from
                && from.uri().startsWith(SQL)) {
            String name = from.uri().substring(SQL.length()).split("\\?", 2)[0];
            check(table, FanoutKeys.INPUTS_FROM, "data source", name, known.datasources(), "datasources");
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
