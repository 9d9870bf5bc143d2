package dev.baton.server.dispatch;

import dev.baton.RunPolicy;
import java.util.Optional;

/** Decides which jobs a run may add as steps after itself: what it adds comes from a worker, which may be anybody's. */
@FunctionalInterface
public interface StepRule {

    /** Everything may be added. */
    StepRule NONE = (task, demand, job) -> Optional.empty();

    /**
     * Why a run may not add a step.
     *
     * @param task what the run does
     * @param demand what the run asks of a worker
     * @param job the job that the step would be
     * @return the reason as a sentence, or nothing when it may
     */
    Optional<String> objection(Task task, RunPolicy.Demand demand, String job);
}
