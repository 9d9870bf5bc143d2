package dev.baton.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server as a worker sees it whose commands outlive its process: the worker registers as the one it was before, keeps
 * the files of each command until its result was taken, and leaves only if it leaves no command behind. Safe from any
 * thread.
 *
 * <pre>{@code
 * Dispatch server = new ReturningDispatch(new HttpDispatch(address, token), files);
 * }</pre>
 */
public final class ReturningDispatch implements Dispatch {

    private static final Logger LOG = LoggerFactory.getLogger(ReturningDispatch.class);

    private final Dispatch server;
    private final WorkerFiles files;

    /** A worker that keeps its id and its commands in a directory. */
    public ReturningDispatch(Dispatch server, WorkerFiles files) {
        this.server = server;
        this.files = files;
    }

    @Override
    public Registration register(Introduction worker) {
        Former former =
                files.id().map(id -> new Former(id, files.spools().leases())).orElse(null);
        Registration registration = server.register(worker.withFormer(former));
        files.keepId(registration.worker());
        return registration;
    }

    @Override
    public List<Assignment> claim(String worker, int most, Duration patience) {
        return server.claim(worker, most, patience);
    }

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        Pulse pulse = server.heartbeat(worker, running);
        pulse.lost().forEach(files.spools()::delivered);
        return pulse;
    }

    @Override
    public void log(String worker, String lease, List<LogEntry> entries) {
        server.log(worker, lease, entries);
    }

    @Override
    public void logAgain(String worker, String lease, List<LogEntry> entries) {
        server.logAgain(worker, lease, entries);
    }

    @Override
    public Logged logged(String worker, String lease) {
        return server.logged(worker, lease);
    }

    @Override
    public ResultsPage results(String worker, String lease, int from) {
        return server.results(worker, lease, from);
    }

    @Override
    public void finish(String worker, String lease, Result result) {
        try {
            server.finish(worker, lease, result);
        } catch (LeaseLostException e) {
            files.spools().delivered(lease);
            throw e;
        }
        files.spools().delivered(lease);
    }

    @Override
    public void leave(String worker) {
        Set<String> left = files.spools().leases();
        if (left.isEmpty()) {
            server.leave(worker);
        } else {
            LOG.warn("{} commands are left to the next start of this worker, in {}", left.size(), files.directory());
        }
    }
}
