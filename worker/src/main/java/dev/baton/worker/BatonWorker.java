package dev.baton.worker;

import dev.baton.worker.kind.HandlerKind;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.wire.HttpDispatch;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A builder of workers that run handlers on another host than the server:
 *
 * <pre>{@code
 * Worker worker = BatonWorker.connect(URI.create("https://baton.example.com"), token)
 *         .name("images-1")
 *         .queues("images")
 *         .handler("resize", context -> resize(context.parameter("file", String.class).orElseThrow()))
 *         .start();
 * }</pre>
 *
 * Not thread-safe.
 */
public final class BatonWorker {

    private final List<URI> servers;
    private final String token;
    private final List<Kind> kinds = new ArrayList<>();
    private WorkerOptions options = WorkerOptions.named("worker");
    private Handlers handlers = Handlers.none();

    private BatonWorker(List<URI> servers, String token) {
        this.servers = List.copyOf(servers);
        this.token = token;
    }

    /** A worker for this server, with a token of the role {@code worker}. */
    public static BatonWorker connect(URI server, String token) {
        return new BatonWorker(List.of(server), token);
    }

    /** A worker for the servers of one cluster: it works for the first that answers, and fails over to the next. */
    public static BatonWorker connect(List<URI> servers, String token) {
        return new BatonWorker(servers, token);
    }

    /** Sets the name that people see. */
    public BatonWorker name(String name) {
        options = options.withName(name);
        return this;
    }

    /** Sets the queues that the worker serves; the default is all queues. */
    public BatonWorker queues(String... queues) {
        options = options.withQueues(Set.of(queues));
        return this;
    }

    /** Sets the worker's labels. */
    public BatonWorker labels(String... labels) {
        options = options.withLabels(Set.of(labels));
        return this;
    }

    /** Sets how many runs the worker executes at a time. */
    public BatonWorker capacity(int capacity) {
        options = options.withCapacity(capacity);
        return this;
    }

    /** Sets how long runs go on while no server answers; 12 hours otherwise. */
    public BatonWorker keepRunning(Duration longest) {
        options = options.withKeepRunning(longest);
        return this;
    }

    /** Adds a handler under the name by which jobs and steps refer to it. */
    public BatonWorker handler(String name, Handler handler) {
        handlers = handlers.with(name, handler);
        return this;
    }

    /** Adds a kind of work beside handlers, such as {@link dev.baton.worker.kind.StandardKinds}. */
    public BatonWorker kind(Kind kind) {
        kinds.add(kind);
        return this;
    }

    /**
     * Starts the worker.
     *
     * @throws WorkerNotAllowedException when the server does not accept the token
     */
    public Worker start() {
        List<Kind> all = new ArrayList<>(kinds);
        all.add(new HandlerKind(handlers));
        Worker worker = new Worker(HttpDispatch.toAny(servers, token), options, all, handlers.names());
        worker.start();
        return worker;
    }
}
