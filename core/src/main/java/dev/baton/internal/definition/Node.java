package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.Submission;
import java.util.Map;

/**
 * What a step of a plan stands for: a registered job, or a step of a registered workflow, or one that a body added. Safe
 * from any thread.
 */
public interface Node {

    /** The job as it is now. */
    Job job();

    /** Whether runs of it are to be skipped. */
    boolean isPaused();

    /** Whether it is registered no more. */
    boolean isRemoved();

    /** Finds the classes of what its body returns and is given. */
    default ClassLoader loader() {
        ClassLoader loader = job().body().getClass().getClassLoader();
        return loader != null ? loader : ClassLoader.getSystemClassLoader();
    }

    /** The name under which its runs count for limits. */
    default String countsAs() {
        return job().name();
    }

    /** What its body is given over all else. */
    default Map<String, Object> given() {
        return Map.of();
    }

    /** What its body means when it starts an execution of its own. */
    default Submission nested(Submission submission) {
        return submission;
    }
}
