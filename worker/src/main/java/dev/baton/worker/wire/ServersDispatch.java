package dev.baton.worker.wire;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.UnknownWorkerException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of one server of a cluster, with failover to the next when that server is unreachable: at once if the
 * worker has no runs of that server, and otherwise when their leases have expired, because until then the server may
 * return and accept their results. Safe from any thread.
 */
public final class ServersDispatch implements Dispatch {

    private static final Logger LOG = LoggerFactory.getLogger(ServersDispatch.class);

    private final List<? extends Dispatch> servers;
    private final LongSupplier nanos;
    private int current;
    private @Nullable Registration registration;
    private boolean busy;
    private long answered;

    /** A client of these servers, starting with the first. */
    public ServersDispatch(List<? extends Dispatch> servers) {
        this(servers, System::nanoTime);
    }

    ServersDispatch(List<? extends Dispatch> servers, LongSupplier nanos) {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("a worker needs at least one server");
        }
        this.servers = List.copyOf(servers);
        this.nanos = nanos;
    }

    /** Registers the worker with the first server that answers. */
    @Override
    public Registration register(Introduction worker) {
        for (int tried = 1; ; tried++) {
            Dispatch server = server();
            try {
                Registration made = server.register(worker);
                registered(made);
                return made;
            } catch (DispatchUnavailableException e) {
                next(server);
                if (tried == servers.size()) {
                    throw e;
                }
                LOG.info("The next server is tried: {}", e.getMessage());
            }
        }
    }

    @Override
    public List<Assignment> claim(String worker, int most, Duration patience) {
        List<Assignment> assignments = ask(worker, server -> server.claim(worker, most, patience));
        if (!assignments.isEmpty()) {
            setBusy(true);
        }
        return assignments;
    }

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        setBusy(!running.isEmpty());
        return ask(worker, server -> server.heartbeat(worker, running));
    }

    @Override
    public void log(String worker, String lease, List<LogEntry> entries) {
        tell(worker, server -> server.log(worker, lease, entries));
    }

    @Override
    public void finish(String worker, String lease, Result result) {
        tell(worker, server -> server.finish(worker, lease, result));
    }

    @Override
    public void leave(String worker) {
        tell(worker, server -> server.leave(worker));
    }

    private interface Question<T> {
        T ask(Dispatch server);
    }

    private interface Message {
        void tell(Dispatch server);
    }

    private void tell(String worker, Message message) {
        ask(worker, server -> {
            message.tell(server);
            return worker;
        });
    }

    private <T> T ask(String worker, Question<T> question) {
        Dispatch server = server();
        try {
            T answer = question.ask(server);
            answered(server);
            return answer;
        } catch (DispatchUnavailableException e) {
            if (giveUp(server, worker)) {
                throw new UnknownWorkerException("the worker turns to another server: " + e.getMessage());
            }
            throw e;
        }
    }

    private synchronized Dispatch server() {
        return servers.get(current);
    }

    private synchronized void next(Dispatch failed) {
        if (servers.get(current) == failed) {
            current = (current + 1) % servers.size();
        }
    }

    private synchronized void registered(Registration made) {
        registration = made;
        busy = false;
        answered = nanos.getAsLong();
    }

    private synchronized void answered(Dispatch server) {
        if (servers.get(current) == server) {
            answered = nanos.getAsLong();
        }
    }

    private synchronized void setBusy(boolean newBusy) {
        busy = newBusy;
    }

    /**
     * Whether the worker fails over to the next server, because this one does not answer and no lease of it is left.
     */
    private synchronized boolean giveUp(Dispatch failed, String worker) {
        Registration known = registration;
        boolean last = servers.size() == 1 || servers.get(current) != failed;
        if (last || known == null || !known.worker().equals(worker)) {
            return false;
        }
        if (busy && nanos.getAsLong() - answered < known.lease().toNanos()) {
            return false;
        }
        registration = null;
        next(failed);
        return true;
    }
}
