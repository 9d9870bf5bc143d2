package dev.baton.server.dispatch;

import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The request of a worker that waits for runs. */
final class Poll {

    final AttachedWorker worker;
    final int most;
    final CompletableFuture<List<Assignment>> answer = new CompletableFuture<>();

    private volatile boolean served;
    private final AtomicBoolean matching = new AtomicBoolean();
    private volatile boolean toMatchAgain;

    Poll(AttachedWorker worker, int most) {
        this.worker = worker;
        this.most = most;
    }

    /** Whether the worker still waits, and no answer is being prepared. */
    boolean isWaiting() {
        return !served && !answer.isDone();
    }

    /** Whether the worker would take runs: it waits, and does not drain. */
    boolean isOpen() {
        return isWaiting() && !worker.draining;
    }

    /**
     * Reserves the request for the calling thread, which looks for runs for it. Returns false if another thread does, or
     * the worker takes no runs any more.
     */
    boolean beginMatch() {
        toMatchAgain = true;
        if (!matching.compareAndSet(false, true)) {
            return false;
        }
        toMatchAgain = false;
        if (isOpen()) {
            return true;
        }
        matching.set(false);
        return false;
    }

    /** Ends what {@link #beginMatch} began. Returns whether another thread had new runs for the request meanwhile. */
    boolean endMatch() {
        matching.set(false);
        return toMatchAgain;
    }

    /** Marks that an answer is being prepared. */
    void serve() {
        served = true;
    }

    /** Runs an action once the request is answered, or the worker no longer waits. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    void whenOver(Runnable action) {
        answer.whenComplete((assignments, error) -> action.run());
    }

    /** Answers without runs. */
    void giveUp() {
        answer.complete(new ArrayList<>());
    }

    /** The demands that waiting workers would take, one for each kind of worker. */
    static List<Worker.FreePlaces> freePlaces(Iterable<Poll> polls) {
        Map<Worker.FreePlaces, Integer> counts = new LinkedHashMap<>();
        for (Poll poll : polls) {
            if (poll.isOpen()) {
                counts.merge(poll.worker.place(), poll.most, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .map(place -> new Worker.FreePlaces(
                        place.getKey().queues(), place.getKey().labels(), place.getValue()))
                .toList();
    }
}
