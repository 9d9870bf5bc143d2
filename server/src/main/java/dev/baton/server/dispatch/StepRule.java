package dev.baton.server.dispatch;

import dev.baton.RunPolicy;
import java.util.Optional;

/** Decides which jobs a run may add as steps after itself, because workers are not trusted. */
@FunctionalInterface
public interface StepRule {

    /** Allows all jobs. */
    StepRule NONE = (task, demand, job) -> Optional.empty();

    /**
     * The reason why a run may not add a step.
     *
     * @param task the task of the run
     * @param demand the demand of the run
     * @param job the job of the step
     * @return the reason as a sentence; empty if it may
     */
    Optional<String> objection(Task task, RunPolicy.Demand demand, String job);
}
