package dev.baton.server;

import dev.baton.server.dispatch.Dispatcher;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/** Connects the worker in this process to the dispatcher. */
final class LocalDispatch implements Dispatch {

    private final Dispatcher dispatcher;
    private final Predicate<String> undecided;
    private volatile String worker = "";

    /**
     * @param undecided tells whether the engine has yet to decide about the run of a lease from before its start
     */
    LocalDispatch(Dispatcher dispatcher, Predicate<String> undecided) {
        this.dispatcher = dispatcher;
        this.undecided = undecided;
    }

    /** The id of the worker, once it has registered. */
    String worker() {
        return worker;
    }

    @Override
    public Registration register(Introduction introduction) {
        Registration registration = dispatcher.registerLocal(introduction);
        worker = registration.worker();
        return registration;
    }

    private void refuseUndecided(String lease) {
        if (undecided.test(lease)) {
            throw new DispatchUnavailableException("the engine has not taken up its run yet");
        }
    }

    @Override
    public List<Assignment> claim(String worker, int most, Duration patience) {
        CompletableFuture<List<Assignment>> answer = dispatcher.claimLater(worker, most, patience);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            // The worker stops: the next worker that asks gets the runs meant for this one.
            answer.cancel(false);
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        return dispatcher.heartbeat(
                worker,
                running.stream()
                        .filter(progress -> !undecided.test(progress.lease()))
                        .toList());
    }

    @Override
    public void log(String worker, String lease, List<LogEntry> entries) {
        refuseUndecided(lease);
        dispatcher.log(worker, lease, entries);
    }

    @Override
    public Logged logged(String worker, String lease) {
        refuseUndecided(lease);
        return dispatcher.logged(worker, lease);
    }

    @Override
    public ResultsPage results(String worker, String lease, int from) {
        refuseUndecided(lease);
        return dispatcher.results(worker, lease, from);
    }

    @Override
    public void finish(String worker, String lease, Result result) {
        refuseUndecided(lease);
        dispatcher.finish(worker, lease, result);
    }

    @Override
    public void leave(String worker) {
        dispatcher.leave(worker);
    }
}
