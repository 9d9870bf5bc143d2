package dev.baton.server;

import dev.baton.Baton;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.OutgoingReach;
import dev.baton.server.config.WorkerSettings;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.dispatch.Dispatching;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerOptions;
import dev.baton.worker.kind.Launcher;
import dev.baton.worker.kind.OrdinaryVariables;
import dev.baton.worker.kind.Spools;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.process.Programs;
import dev.baton.worker.process.RunUser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The worker in the server's process, unless the configuration turns it off. With a directory, its commands outlive the
 * process.
 */
final class LocalWorker implements AutoCloseable {

    /** The time a run may stay without an owner before its command is stopped, in lease durations. */
    private static final int PATIENCE = 8;

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "baton-worker");
        thread.setDaemon(true);
        return thread;
    });

    private volatile Allowed reach;
    private final Dispatcher dispatcher;
    private final LocalDispatch dispatch;
    private final boolean leaves;
    private final @Nullable Spools spools;
    private final @Nullable LeftCommands left;
    private final @Nullable Worker worker;

    /** A worker whose commands end with it. */
    LocalWorker(Configuration configuration, Dispatching dispatching) {
        this(configuration, dispatching, null);
    }

    /**
     * The place for commands that outlive the worker.
     *
     * @param directory their directory
     * @param clock tells when they began
     */
    record Kept(Path directory, Clock clock) {}

    /**
     * @param kept the place for commands that outlive it; null if none may
     */
    LocalWorker(Configuration configuration, Dispatching dispatching, @Nullable Kept kept) {
        this.dispatcher = dispatching.dispatcher();
        this.reach = OutgoingReach.allowed(configuration.server().outgoing());
        WorkerSettings settings = configuration.worker();
        Programs programs = new Programs(threads, user(settings));
        this.leaves = settings.commands().leftAtStop();
        this.spools = kept == null || !settings.enabled() ? null : spools(kept, programs);
        this.left = spools == null ? null : new LeftCommands(spools, dispatching.survivors(), dispatcher);
        this.dispatch = new LocalDispatch(dispatcher, lease -> left != null && left.isUndecided(lease));
        this.worker = settings.enabled()
                ? worker(configuration, spools == null ? Launcher.of(programs) : Launcher.of(spools))
                : null;
    }

    private Worker worker(Configuration configuration, Launcher launcher) {
        WorkerSettings settings = configuration.worker();
        WorkerOptions options = WorkerOptions.named("server")
                .withCapacity(settings.capacity())
                .withQueues(Set.copyOf(settings.queues()))
                .withLabels(Set.copyOf(settings.labels()))
                .withLogLimit(settings.limits().maxLogBytes());
        return new Worker(
                dispatch,
                options,
                StandardKinds.of(
                        launcher,
                        threads,
                        OrdinaryVariables.among(
                                System.getenv(), settings.commands().environment()),
                        settings.commands().claude(),
                        () -> reach,
                        settings.limits().maxOutputBytes()),
                Set.of());
    }

    private static Spools spools(Kept kept, Programs programs) {
        try {
            return new Spools(kept.directory(), programs, kept.clock());
        } catch (IOException e) {
            throw new CannotStartException("commands cannot be kept in " + kept.directory() + ": " + e.getMessage(), e);
        }
    }

    private static RunUser user(WorkerSettings settings) {
        String name = settings.commands().user();
        try {
            return name == null ? RunUser.OWN : RunUser.named(name);
        } catch (IOException e) {
            throw new CannotStartException("[worker] user = \"" + name + "\": " + e.getMessage(), e);
        }
    }

    /** Starts, before the engine does, and adopts the commands that the previous server left. */
    void start() {
        if (worker != null) {
            worker.start();
            if (left != null) {
                left.takeUp(worker, dispatch.worker());
            }
        }
    }

    /** Applies the rules of a reloaded configuration for the hosts that requests may reach. */
    void use(Configuration configuration) {
        reach = OutgoingReach.allowed(configuration.server().outgoing());
    }

    /** Decides about the adopted commands, now that the engine has started. */
    void decide(Baton baton) {
        if (left != null) {
            left.decide(baton, dispatcher.lease().multipliedBy(PATIENCE));
        }
    }

    /** Takes no more runs, and leaves running commands to the next start. */
    void drain() {
        if (worker == null) {
            return;
        }
        worker.drain();
        if (leaves && spools != null) {
            spools.leave();
            try {
                dispatcher.letGo(worker.letGo());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close(Duration.ZERO);
        }
        threads.shutdownNow();
        if (spools != null) {
            spools.removeReported();
        }
    }
}
