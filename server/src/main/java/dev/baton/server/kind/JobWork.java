package dev.baton.server.kind;

import dev.baton.JobStep;
import dev.baton.RunPolicy;
import dev.baton.policy.Retry;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Types;
import java.util.List;
import java.util.Optional;

/**
 * A registered job as a step: its command and its policies inside the workflow's execution.
 *
 * @param job its name
 */
public record JobWork(String job) implements WorkSpec {

    static final Key<String> JOB = Key.of(
            "job",
            Types.NAME,
            "The job that a step is: that job's command and policies, inside this execution, with the step's `inputs`.");

    static final Kind KIND = Kind.withoutCommand("job", List.of(JOB), table -> new JobWork(table.require(JOB, "")));

    @Override
    public String kind() {
        return KIND.name();
    }

    @Override
    public void write(Out out) {
        out.put(JOB, job);
    }

    @Override
    public List<Reference> references() {
        return List.of(new Reference(Reference.Type.JOB, job, JOB));
    }

    @Override
    public Made make(Setting setting) {
        return new Made(new JobStep(job), RunPolicy.Demand.NONE, Retry.none());
    }

    @Override
    public Optional<String> registeredJob() {
        return Optional.of(job);
    }
}
