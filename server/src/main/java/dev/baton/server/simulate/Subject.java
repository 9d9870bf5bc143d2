package dev.baton.server.simulate;

import dev.baton.Calendar;
import dev.baton.Dependency;
import dev.baton.policy.Limit;
import dev.baton.server.config.Configuration;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The subject of a simulation: the definitions of a file or of a server.
 *
 * @param jobs the jobs
 * @param workflows the workflows
 * @param dependencies the dependencies between jobs
 * @param paused the names of paused jobs and workflows
 * @param calendars the calendars that schedules refer to
 * @param queues the limits of queues, by their names
 * @param zone the zone of schedules that name none
 */
public record Subject(
        List<JobSpec> jobs,
        List<WorkflowSpec> workflows,
        List<Dependency> dependencies,
        Set<String> paused,
        Map<String, Calendar> calendars,
        Map<String, Limit> queues,
        ZoneId zone) {

    /** Copies the mutable arguments. */
    public Subject {
        jobs = List.copyOf(jobs);
        workflows = List.copyOf(workflows);
        dependencies = List.copyOf(dependencies);
        paused = Set.copyOf(paused);
        calendars = Map.copyOf(calendars);
        queues = Map.copyOf(queues);
    }

    /** The definitions of a file. */
    public static Subject of(Configuration file, ZoneId zone) {
        Set<String> paused = new HashSet<>();
        for (JobSpec job : file.definitions().jobs()) {
            if (job.timing().paused()) {
                paused.add(job.name());
            }
        }
        for (WorkflowSpec workflow : file.definitions().workflows()) {
            if (workflow.timing().paused()) {
                paused.add(workflow.name());
            }
        }
        return new Subject(
                file.definitions().jobs(),
                file.definitions().workflows(),
                List.of(),
                paused,
                file.named().calendars(),
                file.named().queues(),
                zone);
    }

    /**
     * The part of the subject with these names, without dependencies on other jobs.
     *
     * @throws IllegalArgumentException if a name does not exist
     */
    public Subject only(Collection<String> names) {
        List<JobSpec> chosenJobs =
                jobs.stream().filter(job -> names.contains(job.name())).toList();
        List<WorkflowSpec> chosenWorkflows = workflows.stream()
                .filter(workflow -> names.contains(workflow.name()))
                .toList();
        Set<String> found = new HashSet<>();
        chosenJobs.forEach(job -> found.add(job.name()));
        chosenWorkflows.forEach(workflow -> found.add(workflow.name()));
        for (String name : names) {
            if (!found.contains(name)) {
                throw new IllegalArgumentException("there is no job or workflow \"" + name + "\" to simulate.");
            }
        }
        return new Subject(
                chosenJobs,
                chosenWorkflows,
                dependencies.stream()
                        .filter(edge -> found.contains(edge.parent()) && found.contains(edge.child()))
                        .toList(),
                paused.stream().filter(found::contains).collect(Collectors.toSet()),
                calendars,
                queues,
                zone);
    }
}
