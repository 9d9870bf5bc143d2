package dev.baton.server.dispatch;

import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The request of a worker that waits for runs. */
final class Poll {

    final AttachedWorker worker;
    final int most;
    final CompletableFuture<List<Assignment>> answer = new CompletableFuture<>();

    private volatile boolean served;

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
