package dev.baton.server.dispatch;

import dev.baton.worker.Assignment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A worker that waits for something to do. */
final class Poll {

    final AttachedWorker worker;
    final int most;
    final CompletableFuture<List<Assignment>> answer = new CompletableFuture<>();

    Poll(AttachedWorker worker, int most) {
        this.worker = worker;
        this.most = most;
    }

    /** Whether somebody still waits for the answer. */
    boolean isOpen() {
        return !answer.isDone();
    }

    /** Answers with nothing. */
    void giveUp() {
        answer.complete(new ArrayList<>());
    }
}
