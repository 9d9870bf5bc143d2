package dev.baton.server.window;

import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.wait.Poller;

/** Makes the bodies of jobs with a window. */
public final class Windows {

    private final WindowRule rule;
    private final WindowMemory memory;
    private final Poller poller;

    /**
     * With what they look at.
     *
     * @param dependencies how jobs and workflows stand
     * @param memory keeps what was used
     * @param poller looks again while something runs
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
     * @param task what a worker does when the dependencies allow it
     */
    public WindowBody body(WindowWork work, Task task) {
        return new WindowBody(work, task, rule, memory, poller);
    }
}
