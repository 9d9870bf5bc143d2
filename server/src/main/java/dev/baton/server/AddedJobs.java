package dev.baton.server;

import dev.baton.RunPolicy;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.dispatch.StepRule;
import dev.baton.server.dispatch.Task;
import dev.baton.server.spec.JobSpec;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which jobs a run may add as steps: the jobs that its definition names or, if it names none, the jobs that the
 * same workers could run with the same secrets. Without this rule, a worker of one queue could have any job run in
 * another.
 */
final class AddedJobs implements StepRule {

    private final Catalog catalog;

    AddedJobs(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public Optional<String> objection(Task task, RunPolicy.Demand demand, String job) {
        Set<String> named = task.grants().adds();
        if (named != null) {
            return named.contains(job)
                    ? Optional.empty()
                    : Optional.of(refusal(job, "its definition does not name it"));
        }
        // The engine refuses a job that does not exist, with a message of its own.
        Entry entry = catalog.find(job).orElse(null);
        if (entry == null) {
            return Optional.empty();
        }
        if (!(entry instanceof Entry.JobEntry known)
                || !known.spec().work().workflows().isEmpty()) {
            return Optional.of(refusal(job, "it is a workflow"));
        }
        return beyond(known.spec(), task, demand).map(why -> refusal(job, why));
    }

    private static Optional<String> beyond(JobSpec job, Task task, RunPolicy.Demand demand) {
        RunPolicy.Demand wanted = job.policy().demand();
        if (!wanted.queue().equals(demand.queue())) {
            return Optional.of("it waits in the queue \"" + wanted.queue() + "\"");
        }
        if (!demand.labels().containsAll(wanted.labels())) {
            return Optional.of("it asks for labels that the run does not");
        }
        return task.grants()
                        .secrets()
                        .keySet()
                        .containsAll(job.policy().grants().secrets())
                ? Optional.empty()
                : Optional.of("it is given secrets that the run is not");
    }

    private static String refusal(String job, String why) {
        return "a run of this job may not add \"" + job + "\": " + why
                + ". Name it in \"adds\" of the job if it should.";
    }
}
