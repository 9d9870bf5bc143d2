package dev.baton.server;

import dev.baton.Baton;
import dev.baton.Body;
import dev.baton.Calendar;
import dev.baton.Fanout;
import dev.baton.Guard;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.OutgoingReach;
import dev.baton.server.dispatch.Dispatching;
import dev.baton.server.dispatch.Task;
import dev.baton.server.expression.BadExpressionException;
import dev.baton.server.expression.WhenExpression;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.Parts;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.resolve.FileResolver;
import dev.baton.server.resolve.Folders;
import dev.baton.server.resolve.HttpResolver;
import dev.baton.server.resolve.JobResolver;
import dev.baton.server.resolve.Origin;
import dev.baton.server.resolve.ResolveContext;
import dev.baton.server.resolve.Resolvers;
import dev.baton.server.resolve.SqlResolver;
import dev.baton.server.wait.Poller;
import dev.baton.server.wait.Waits;
import dev.baton.server.window.JdbcWindowMemory;
import dev.baton.server.window.RecordedDependencies;
import dev.baton.server.window.WindowRule;
import dev.baton.server.window.Windows;
import dev.baton.spi.Time;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.GuardedHttp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The parts of the server from which jobs and workflows are compiled. */
final class ServerParts implements AutoCloseable {

    /** How far back {@code job://} looks for a run. */
    private static final Duration JOB_WINDOW = Duration.ofDays(1);

    private final Storage storage;
    private final Windows windows;
    private final Poller poller;
    private final ExecutorService threads;

    ServerParts(Storage storage, Dispatching dispatching) {
        this(storage, dispatching.baton(), dispatching.dispatcher().time(), Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "baton-parts");
            thread.setDaemon(true);
            return thread;
        }));
    }

    /**
     * @param threads the threads that check wait conditions, each of which may take a while
     */
    ServerParts(Storage storage, Baton baton, Time time, ExecutorService threads) {
        this.storage = storage;
        this.threads = threads;
        this.poller = new Poller(time, threads);
        this.windows = new Windows(
                new RecordedDependencies(storage.history(), baton), new JdbcWindowMemory(storage.source()), poller);
    }

    /** The rule by which jobs with a window find the runs of others. */
    WindowRule windowRule() {
        return windows.rule();
    }

    /** Applies the parts of a configuration that definitions refer to. */
    Parts with(Configuration configuration) {
        return new Configured(configuration);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private final class Configured implements Parts {

        private final Configuration configuration;
        private final Resolvers resolvers;
        private final Waits waits;

        Configured(Configuration configuration) {
            this.configuration = configuration;
            GuardedHttp http = new GuardedHttp(
                    new AddressGuard(
                            OutgoingReach.allowed(configuration.server().outgoing())),
                    threads);
            this.resolvers = new Resolvers(List.of(
                    new FileResolver(Folders.NONE),
                    new HttpResolver(http),
                    new SqlResolver(Datasources.open(configuration.named().datasources())),
                    new JobResolver(storage.history(), storage.logs())));
            this.waits = new Waits(poller, http, Folders.NONE);
        }

        @Override
        public Fanout.Source items(Items.FromUri from, int maxItems, Origin origin) {
            Duration window = from.window() == null ? JOB_WINDOW : from.window();
            return context -> resolvers.resolve(
                    from.uri(),
                    new ResolveContext(maxItems, origin, context.now().minus(window)));
        }

        @Override
        public Body<?> waiting(WaitWork work, Origin origin) {
            return work.goal().body(waits, work.every(), origin);
        }

        @Override
        public Body<?> window(WindowWork work, Task task) {
            return windows.body(work, task);
        }

        @Override
        public Guard when(String expression) {
            try {
                return WhenExpression.compile(expression);
            } catch (BadExpressionException e) {
                throw new IllegalArgumentException("when = " + expression + ": " + e.getMessage(), e);
            }
        }

        @Override
        public Calendar calendar(String name) {
            Calendar calendar = configuration.named().calendars().get(name);
            if (calendar == null) {
                throw new IllegalArgumentException("there is no calendar \"" + name + "\"");
            }
            return calendar;
        }

        @Override
        public Map<String, String> secrets() {
            return configuration.named().secrets();
        }
    }
}
