package dev.baton.server;

import dev.baton.server.dispatch.Dispatcher;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The dispatcher, as the worker in the same process sees it. */
final class LocalDispatch implements Dispatch {

    private final Dispatcher dispatcher;

    LocalDispatch(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public Registration register(Introduction worker) {
        return dispatcher.register(worker, true);
    }

    @Override
    public List<Assignment> claim(String worker, int most, Duration patience) {
        CompletableFuture<List<Assignment>> answer = dispatcher.claimLater(worker, most, patience);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            // The worker stops: whoever asks next gets what this one would have got.
            answer.cancel(false);
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        return dispatcher.heartbeat(worker, running);
    }

    @Override
    public void log(String worker, String lease, List<LogEntry> entries) {
        dispatcher.log(worker, lease, entries);
    }

    @Override
    public void finish(String worker, String lease, Result result) {
        dispatcher.finish(worker, lease, result);
    }

    @Override
    public void leave(String worker) {
        dispatcher.leave(worker);
    }
}
