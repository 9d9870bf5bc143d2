package dev.baton.server;

import dev.baton.server.config.Configuration;
import dev.baton.server.config.OutgoingReach;
import dev.baton.server.config.WorkerSettings;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerOptions;
import dev.baton.worker.kind.OrdinaryVariables;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.process.Programs;
import dev.baton.worker.process.RunUser;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The worker in the server's own process, unless the configuration wants none. */
final class LocalWorker implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "baton-worker");
        thread.setDaemon(true);
        return thread;
    });

    private final @Nullable Worker worker;

    LocalWorker(Configuration configuration, Dispatcher dispatcher) {
        WorkerSettings settings = configuration.worker();
        WorkerOptions options = WorkerOptions.named("server")
                .withCapacity(settings.capacity())
                .withQueues(Set.copyOf(settings.queues()))
                .withLabels(Set.copyOf(settings.labels()))
                .withLogLimit(settings.limits().maxLogBytes());
        this.worker = settings.enabled()
                ? new Worker(
                        new LocalDispatch(dispatcher),
                        options,
                        StandardKinds.of(
                                new Programs(threads, user(settings)),
                                threads,
                                OrdinaryVariables.among(
                                        System.getenv(), settings.commands().environment()),
                                settings.commands().claude(),
                                OutgoingReach.allowed(configuration.server().outgoing()),
                                settings.limits().maxOutputBytes()),
                        Set.of())
                : null;
    }

    private static RunUser user(WorkerSettings settings) {
        String name = settings.commands().user();
        try {
            return name == null ? RunUser.OWN : RunUser.named(name);
        } catch (IOException e) {
            throw new CannotStartException("[worker] user = \"" + name + "\": " + e.getMessage(), e);
        }
    }

    void start() {
        if (worker != null) {
            worker.start();
        }
    }

    /** Takes nothing more. */
    void drain() {
        if (worker != null) {
            worker.drain();
        }
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close(Duration.ZERO);
        }
        threads.shutdownNow();
    }
}
