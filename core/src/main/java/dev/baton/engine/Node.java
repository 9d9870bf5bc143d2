package dev.baton.engine;

import dev.baton.Job;

/** What a step of a plan stands for: a registered job, or a step of a registered workflow. Safe from any thread. */
interface Node {

    /** The job as it is now. */
    Job job();

    /** Whether runs of it are to be skipped. */
    boolean isPaused();

    /** Whether it is registered no more. */
    boolean isRemoved();
}
