package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.RunId;

/**
 * Told what the dispatcher hears from workers and the engine does not tell of. Called by the threads that serve workers:
 * it must not wait.
 */
public interface DispatchListener {

    /** Tells nobody. */
    DispatchListener NONE = new DispatchListener() {
        @Override
        public void workerChanged(WorkerChange change, WorkerInfo worker) {}

        @Override
        public void progressed(Running run, Run.Progress progress) {}
    };

    /** What can happen to a worker. */
    enum WorkerChange {
        /** It has come. */
        JOINED,
        /** It has said goodbye. */
        LEFT,
        /** It has given no sign of life for too long. */
        LOST,
        /** It is given nothing more. */
        DRAINING
    }

    /**
     * A run that a worker has.
     *
     * @param id the run
     * @param job the job's name
     * @param attempt the attempt, from 1
     */
    record Running(RunId id, String job, int attempt) {}

    /** Something happened to a worker, which is as it is after that. */
    void workerChanged(WorkerChange change, WorkerInfo worker);

    /** A run said how far it is: at most once a second, and always what it said last before its end. */
    void progressed(Running run, Run.Progress progress);
}
