package dev.baton.worker;

import dev.baton.worker.kind.HandlerKind;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.wire.HttpDispatch;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A worker for handlers on another host than the server's:
 *
 * <pre>{@code
 * Worker worker = BatonWorker.connect(URI.create("https://baton.example.com"), token)
 *         .name("images-1")
 *         .queues("images")
 *         .handler("resize", context -> resize(context.parameter("file", String.class).orElseThrow()))
 *         .start();
 * }</pre>
 *
 * For one thread at a time.
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

    /** For this server, with a token of the role {@code worker}. */
    public static BatonWorker connect(URI server, String token) {
        return new BatonWorker(List.of(server), token);
    }

    /** For servers of one cluster: it works for the first that answers, and for the next when that does not any longer. */
    public static BatonWorker connect(List<URI> servers, String token) {
        return new BatonWorker(servers, token);
    }

    /** What people call it. */
    public BatonWorker name(String name) {
        options = options.withName(name);
        return this;
    }

    /** The queues it serves; all when nothing is said. */
    public BatonWorker queues(String... queues) {
        options = options.withQueues(Set.of(queues));
        return this;
    }

    /** The labels it has. */
    public BatonWorker labels(String... labels) {
        options = options.withLabels(Set.of(labels));
        return this;
    }

    /** How many runs it executes at a time. */
    public BatonWorker capacity(int capacity) {
        options = options.withCapacity(capacity);
        return this;
    }

    /** Adds a handler, under the name that jobs and steps call it. */
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
     * Starts it.
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
