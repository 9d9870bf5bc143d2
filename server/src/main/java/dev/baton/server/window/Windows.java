package dev.baton.server.window;

import dev.baton.jdbc.History;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.wait.Poller;

/** Makes the bodies of jobs with a window. */
public final class Windows {

    private final WindowView view;
    private final WindowMemory memory;
    private final Poller poller;

    /**
     * With what they look at.
     *
     * @param history tells how runs ended
     * @param running tells what there is, and what runs now
     * @param memory keeps what was used
     * @param poller looks again while something runs
     */
    public Windows(History history, RunningJobs running, WindowMemory memory, Poller poller) {
        this.view = new WindowView(history, running, memory);
        this.memory = memory;
        this.poller = poller;
    }

    /**
     * The body of a job.
     *
     * @param task what a worker does when the dependencies allow it
     */
    public WindowBody body(WindowWork work, Task task) {
        return new WindowBody(work, task, view, memory, poller);
    }
}
