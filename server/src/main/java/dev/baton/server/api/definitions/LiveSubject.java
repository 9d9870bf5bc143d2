package dev.baton.server.api.definitions;

import dev.baton.Baton;
import dev.baton.Dependency;
import dev.baton.Registered;
import dev.baton.jdbc.History;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.simulate.Subject;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The live definitions of this server, as the subject of a simulation. */
final class LiveSubject {

    /** The number of runs of which the median is taken, so that a single run that hung has no effect. */
    private static final int LOOKED_AT = 20;

    private final DefinitionServices services;

    LiveSubject(DefinitionServices services) {
        this.services = services;
    }

    Subject subject() {
        List<JobSpec> jobs = new ArrayList<>();
        List<WorkflowSpec> workflows = new ArrayList<>();
        for (Entry entry : services.all().catalog().all()) {
            if (entry instanceof JobEntry job) {
                jobs.add(job.spec());
            } else if (entry instanceof WorkflowEntry workflow) {
                workflows.add(workflow.spec());
            }
        }
        Baton baton = services.all().baton();
        Set<Dependency> dependencies = new LinkedHashSet<>();
        jobs.forEach(job -> dependencies.addAll(baton.dependencies(job.name())));
        Set<String> paused =
                baton.list(Registered::isPaused).stream().map(Registered::name).collect(Collectors.toSet());
        return new Subject(
                jobs,
                workflows,
                List.copyOf(dependencies),
                paused,
                services.named().get().calendars(),
                services.named().get().queues(),
                services.zone());
    }

    /** The usual duration of a job: the median of its last successful runs or, for a fan-out, of its items. */
    Optional<Duration> usual(String job) {
        History history = services.all().history();
        List<Duration> items = history.itemDurations(job, LOOKED_AT);
        List<Duration> durations = (items.isEmpty() ? history.durations(job, LOOKED_AT) : items)
                .stream().sorted().toList();
        return durations.isEmpty() ? Optional.empty() : Optional.of(durations.get(durations.size() / 2));
    }
}
