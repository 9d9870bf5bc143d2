package dev.baton.server.dispatch;

import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A worker that waits for something to do. */
final class Poll {

    final AttachedWorker worker;
    final int most;
    final CompletableFuture<List<Assignment>> answer = new CompletableFuture<>();

    private volatile boolean served;

    Poll(AttachedWorker worker, int most) {
        this.worker = worker;
        this.most = most;
    }

    /** Whether somebody still waits for the answer, and there is none on its way. */
    boolean isOpen() {
        return !served && !answer.isDone();
    }

    /** An answer is on its way. */
    void serve() {
        served = true;
    }

    /** Does something once it is answered, or nobody waits for the answer any longer. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    void whenOver(Runnable action) {
        answer.whenComplete((assignments, error) -> action.run());
    }

    /** Answers with nothing. */
    void giveUp() {
        answer.complete(new ArrayList<>());
    }

    /** What those who wait would take, for each sort of worker. */
    static List<Worker.Wish> wishes(Iterable<Poll> polls) {
        Map<Worker.Wish, Integer> counts = new LinkedHashMap<>();
        for (Poll poll : polls) {
            if (poll.isOpen()) {
                counts.merge(poll.worker.wish(), poll.most, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .map(wish ->
                        new Worker.Wish(wish.getKey().queues(), wish.getKey().labels(), wish.getValue()))
                .toList();
    }
}
