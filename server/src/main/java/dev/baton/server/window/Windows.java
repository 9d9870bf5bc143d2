package dev.baton.server.window;

import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.wait.Poller;

/** Creates the bodies of jobs with a window. */
public final class Windows {

    private final WindowRule rule;
    private final WindowMemory memory;
    private final Poller poller;

    /**
     * Creates the factory.
     *
     * @param dependencies the states of jobs and workflows
     * @param memory the runs that jobs have used
     * @param poller checks again while a dependency is running
     */
    public Windows(Dependencies dependencies, WindowMemory memory, Poller poller) {
        this.rule = new WindowRule(dependencies, memory);
        this.memory = memory;
        this.poller = poller;
    }

    /** The rule that the bodies follow. */
    public WindowRule rule() {
        return rule;
    }

    /**
     * The body of a job.
     *
     * @param task the task for a worker if the dependencies allow it
     */
    public WindowBody body(WindowWork work, Task task) {
        return new WindowBody(work, task, rule, memory, poller);
    }
}
