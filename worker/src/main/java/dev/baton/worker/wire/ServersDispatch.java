package dev.baton.worker.wire;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of several servers of one cluster. A worker that one of them knows is known to all, and so are its runs:
 * every request goes to the server that answered last and, if that cannot be reached, to the next. Safe from any thread.
 */
final class ServersDispatch implements Dispatch {

    private static final Logger LOG = LoggerFactory.getLogger(ServersDispatch.class);

    private final List<? extends Dispatch> servers;
    private volatile int current;

    /** A client of these servers, starting with the first. */
    public ServersDispatch(List<? extends Dispatch> servers) {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("a worker needs at least one server");
        }
        this.servers = List.copyOf(servers);
    }

    @Override
    public Registration register(Introduction worker) {
        return ask(server -> server.register(worker));
    }

    @Override
    public List<Assignment> claim(String worker, int most, Duration patience) {
        return ask(server -> server.claim(worker, most, patience));
    }

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        return ask(server -> server.heartbeat(worker, running));
    }

    @Override
    public void log(String worker, String lease, List<LogEntry> entries) {
        boolean[] again = {false};
        tell(server -> {
            if (again[0]) {
                server.logAgain(worker, lease, entries);
            } else {
                again[0] = true;
                server.log(worker, lease, entries);
            }
        });
    }

    @Override
    public void logAgain(String worker, String lease, List<LogEntry> entries) {
        tell(server -> server.logAgain(worker, lease, entries));
    }

    @Override
    public Logged logged(String worker, String lease) {
        return ask(server -> server.logged(worker, lease));
    }

    @Override
    public ResultsPage results(String worker, String lease, int from) {
        return ask(server -> server.results(worker, lease, from));
    }

    @Override
    public void finish(String worker, String lease, Result result) {
        tell(server -> server.finish(worker, lease, result));
    }

    @Override
    public void leave(String worker) {
        tell(server -> server.leave(worker));
    }

    private void tell(Consumer<Dispatch> message) {
        ask(server -> {
            message.accept(server);
            return servers;
        });
    }

    private <T> T ask(Function<Dispatch, T> question) {
        int first = current;
        for (int tried = 0; ; tried++) {
            int index = (first + tried) % servers.size();
            try {
                T answer = question.apply(servers.get(index));
                current = index;
                return answer;
            } catch (DispatchUnavailableException e) {
                if (tried == servers.size() - 1) {
                    throw e;
                }
                LOG.debug("Trying the next server: {}", e.getMessage());
            }
        }
    }
}
