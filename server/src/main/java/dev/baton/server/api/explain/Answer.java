package dev.baton.server.api.explain;

import dev.baton.Explanation;
import dev.baton.server.dispatch.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An explanation in the making: the engine's explanation, and the additions of the server so far.
 *
 * @param told the explanation
 * @param worker the worker that has the run; null if none has
 * @param leaseUntil the end of that worker's lease; null if there is none
 * @param workers the workers, if the run waits for one
 * @param usually the usual duration of the run; null if it is not known
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

    /** The same answer with one more sentence, given without its full stop. */
    Answer withFact(String fact) {
        return with(told.withFact(fact));
    }
}
