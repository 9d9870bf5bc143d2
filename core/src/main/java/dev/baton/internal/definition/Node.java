package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.Submission;
import java.util.Map;

/**
 * The job behind a step of a plan: a registered job, a step of a registered workflow, or a step that a body added. Safe
 * from any thread.
 */
public interface Node {

    /** The current version of the job. */
    Job job();

    /** Whether its runs must be skipped because of a pause. */
    boolean isPaused();

    /** Whether it is no longer registered. */
    boolean isRemoved();

    /** The loader of the classes of its outputs and parameters. */
    default ClassLoader loader() {
        return job().loader();
    }

    /** The name under which its runs count for limits. */
    default String countsAs() {
        return job().name();
    }

    /** The step's own parameters, which override all others. */
    default Map<String, Object> given() {
        return Map.of();
    }

    /** Translates a submission that its body makes for a nested execution. */
    default Submission nested(Submission submission) {
        return submission;
    }
}
