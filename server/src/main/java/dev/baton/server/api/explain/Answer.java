package dev.baton.server.api.explain;

import dev.baton.Explanation;
import dev.baton.server.dispatch.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An explanation on its way to who asked: what the engine says, and what the server has added so far.
 *
 * @param told what is said
 * @param worker the worker that has the run; null when none has
 * @param leaseUntil until when that worker's lease lasts; null when none has one
 * @param workers the workers there are, where it waits for one
 * @param usually how long the run usually takes; null when nobody knows
 */
record Answer(
        Explanation told,
        @Nullable WorkerInfo worker,
        @Nullable Instant leaseUntil,
        List<WorkerInfo> workers,
        @Nullable Duration usually) {

    static Answer of(Explanation told) {
        return new Answer(told, null, null, List.of(), null);
    }

    Answer with(Explanation newTold) {
        return new Answer(newTold, worker, leaseUntil, workers, usually);
    }

    Answer withWorker(WorkerInfo newWorker, Instant newLeaseUntil) {
        return new Answer(told, newWorker, newLeaseUntil, workers, usually);
    }

    Answer withWorkers(List<WorkerInfo> newWorkers) {
        return new Answer(told, worker, leaseUntil, newWorkers, usually);
    }

    Answer withUsually(Duration newUsually) {
        return new Answer(told, worker, leaseUntil, workers, newUsually);
    }

    /** The same with one more sentence, without its full stop. */
    Answer withFact(String fact) {
        return with(told.withFact(fact));
    }
}
