package dev.baton.server.doctor;

import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.spec.TimingSpec;
import java.util.ArrayList;
import java.util.List;

/** Whether definitions say what their authors may not have meant. */
public final class DefinitionsCheck implements Check {

    private final Catalog catalog;

    /** Looks at what is defined there. */
    public DefinitionsCheck(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public String name() {
        return "definitions";
    }

    @Override
    public List<Finding> look() {
        List<Finding> findings = new ArrayList<>();
        for (Entry entry : catalog.all()) {
            TimingSpec.Clock clock = entry.timing().clock();
            String text = clock.schedule();
            if (text != null) {
                ScheduleOptions options =
                        ScheduleOptions.DEFAULT.withDayMatch(clock.dayMatch()).withHashKey(entry.name());
                for (String warning : Schedule.parse(text, options).warnings()) {
                    findings.add(Finding.warn(
                            name(),
                            "the schedule of " + entry.name() + ", \"" + text + "\": " + warning,
                            "If it is meant so, leave it; GET /api/v1/cron shows when it fires."));
                }
            }
        }
        return findings.isEmpty()
                ? List.of(Finding.ok(name(), catalog.all().size() + " jobs and workflows, none of them doubtful"))
                : findings;
    }
}
