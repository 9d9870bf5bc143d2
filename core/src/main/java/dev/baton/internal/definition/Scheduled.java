package dev.baton.internal.definition;

import dev.baton.Timing;

/**
 * A definition that fires on a schedule: a registered job or workflow, or a schedule that is data. Its monitor guards
 * the {@code Fires} that wait for its next fire. Safe from any thread.
 */
public interface Scheduled {

    /** The name under which its fires are handled. */
    String name();

    /** The settings around its schedule. */
    Timing timing();

    /** Whether it is paused. */
    boolean isPaused();

    /** Pauses or resumes it. */
    void setPaused(boolean paused);
}
