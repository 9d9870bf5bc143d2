package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.RunId;

/**
 * Listens to events of workers that the engine does not report. Called on the threads that serve workers, so it must
 * not block.
 */
public interface DispatchListener {

    /** A listener that does nothing. */
    DispatchListener NONE = new DispatchListener() {
        @Override
        public void workerChanged(WorkerChange change, WorkerInfo worker) {}

        @Override
        public void progressed(Running run, Run.Progress progress) {}
    };

    /** The events of a worker. */
    enum WorkerChange {
        /** The worker has registered. */
        JOINED,
        /** The worker has unregistered. */
        LEFT,
        /** The worker has sent no heartbeat for too long. */
        LOST,
        /** The worker drains. */
        DRAINING,
        /** The worker drained, and takes runs again. */
        RESUMED
    }

    /**
     * A run that a worker has.
     *
     * @param id the run
     * @param job the job's name
     * @param attempt the attempt, from 1
     */
    record Running(RunId id, String job, int attempt) {}

    /** Reports an event of a worker, with the worker's state after it. */
    void workerChanged(WorkerChange change, WorkerInfo worker);

    /** Reports the progress of a run: at most once a second, and always the last progress before its end. */
    void progressed(Running run, Run.Progress progress);
}
