package dev.baton.server.mount;

import dev.baton.Baton;
import dev.baton.server.api.HeavyRequests;
import dev.baton.server.api.Services;
import dev.baton.server.api.definitions.ApiDefiner;
import dev.baton.server.api.definitions.DefinitionApi;
import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.api.events.EventEndpoints;
import dev.baton.server.api.explain.ExplainEndpoints;
import dev.baton.server.api.insight.InsightApi;
import dev.baton.server.api.runs.ExecutionEndpoints;
import dev.baton.server.api.runs.RunEndpoints;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.DefinitionEvents;
import dev.baton.server.compile.Compiler;
import dev.baton.server.config.Configuration;
import dev.baton.server.dashboard.DashboardPages;
import dev.baton.server.dispatch.Dispatching;
import dev.baton.server.event.EventExchange;
import dev.baton.server.event.EventHub;
import dev.baton.server.event.FanoutProgress;
import dev.baton.server.graph.Layout;
import dev.baton.server.graph.Layouts;
import dev.baton.server.http.ApiServlet;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.SessionEndpoints;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.store.ApiDefinitions;
import dev.baton.server.store.ApiDependencies;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.PauseNotes;
import dev.baton.server.window.RecordedDependencies;
import dev.baton.server.window.WindowRule;
import jakarta.servlet.Servlet;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dashboard and the API of a program's own scheduler, as a servlet at a path of the program's web application. The
 * application decides who may come in; the servlet knows people by the request's user. Safe from any thread.
 *
 * <pre>{@code
 * EventHub events = DashboardMount.events();
 * Baton baton = Baton.builder().store(Stores.postgres(dataSource)).listen(events).build();
 * DashboardMount mount = new DashboardMount(
 *         baton, events, MountStore.postgres(dataSource), DashboardMount.Settings.readOnly("/baton"));
 * servletContext.addServlet("baton", mount.servlet()).addMapping("/baton", "/baton/*");
 * }</pre>
 */
public final class DashboardMount implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DashboardMount.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** Events in quick succession are sent to other nodes together. */
    private static final Duration GATHER = Duration.ofMillis(50);

    private final EventHub events;
    private final MountStore store;
    private final Dispatching nobody;
    private final ProgramCatalog program;
    private final AuditLog audit;
    private final RunEndpoints runs;
    private final ExecutionEndpoints executions;
    private final ApiServlet servlet;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ScheduledExecutorService periodic = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-dashboard");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * The settings of the dashboard in an application.
     *
     * @param path the path below the application's own, with a slash at its beginning and none at its end
     * @param zone the zone of schedules that name none
     * @param refusal the answer to requests that change something; null to allow them
     */
    public record Settings(
            String path, ZoneId zone, @Nullable String refusal) {

        /** Rejects paths that are not below the application's own. */
        public Settings {
            if (!path.matches("(/[A-Za-z0-9._~-]+)+")) {
                throw new IllegalArgumentException(
                        "the dashboard needs a path of its own, such as /baton, and not \"" + path + "\"");
            }
        }

        /** A dashboard that shows everything and changes nothing. */
        public static Settings readOnly(String path) {
            return new Settings(path, ZoneId.of("UTC"), "the dashboard of this application is read-only");
        }
    }

    /** Creates the listener through which the dashboard hears of events: register it with the scheduler. */
    public static EventHub events() {
        return new EventHub(Clock.systemUTC());
    }

    /**
     * Creates the dashboard of a scheduler.
     *
     * @param events the listener that the scheduler was built with
     * @param store the database of the scheduler, which {@link #close} closes
     */
    public DashboardMount(Baton baton, EventHub events, MountStore store, Settings settings) {
        this.events = events;
        this.store = store;
        Clock clock = Clock.systemUTC();
        // The endpoints ask a dispatcher for workers: bodies run in the program, so this one never has any.
        this.nobody = Dispatching.start(Baton.builder(), Duration.ofMinutes(1), (run, attempt, lines) -> {});
        NoParts none = new NoParts();
        Catalog catalog = new Catalog(baton, new Compiler(none));
        this.program = new ProgramCatalog(baton, catalog);
        Services services = new Services(
                baton,
                catalog,
                new ApiDefinitions(store.tables(), clock),
                store.history(),
                new ProgramLogs(baton),
                nobody.dispatcher());
        Configuration.Named named = new Configuration.Named(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
        DefinitionServices definitions = new DefinitionServices(
                services,
                new ApiDependencies(store.tables(), clock),
                () -> named,
                settings.zone,
                clock,
                new DefinitionEvents(events),
                new HeavyRequests(),
                new PauseNotes(store.tables(), clock),
                new WindowRule(new RecordedDependencies(store.history(), baton), none));
        Layout layout = new Layouts();
        this.audit = new AuditLog(store.tables(), clock);
        this.runs = new RunEndpoints(services, events);
        this.executions = new ExecutionEndpoints(services, layout);
        List<Endpoint> api = new ArrayList<>();
        api.add(SessionEndpoints.ofApplication());
        api.addAll(new InsightApi(definitions, List::of, audit, events::approvals).endpoints());
        api.addAll(new DefinitionApi(definitions, new ApiDefiner(definitions), layout).endpoints());
        api.addAll(ExplainEndpoints.ofProgram(services, definitions.pauses(), audit, definitions.heavy(), clock)
                .endpoints());
        api.addAll(executions.endpoints());
        api.addAll(runs.endpoints());
        api.addAll(new EventEndpoints(events).endpoints());
        this.servlet = new ApiServlet(
                new ApiServlet.Mount(settings.path, settings.refusal), base -> withPages(base, api), audit);
        events.questions(job -> catalog.work(job).flatMap(WorkSpec::question).orElse(null));
        events.fanouts().ask(execution -> FanoutProgress.items(baton, execution));
        every(LOOK_EVERY, program::refresh);
        every(LOOK_EVERY, events.fanouts()::tell);
        hearOthers();
    }

    /** Asked for at the first request, when the program has registered its jobs. */
    private List<Endpoint> withPages(String base, List<Endpoint> api) {
        program.refresh();
        List<Endpoint> all = new ArrayList<>(new DashboardPages(base).endpoints());
        all.addAll(api);
        return all;
    }

    private void hearOthers() {
        if (store.bulletin().isShared()) {
            EventExchange exchange = new EventExchange(events, store.tables()::announce);
            store.bulletin().read(EventExchange.FOLLOWING, exchange::following);
            store.bulletin().read(EventExchange.EVENTS, exchange::receive);
            store.bulletin().start();
            every(GATHER, exchange::tick);
        }
    }

    private void every(Duration interval, Runnable task) {
        var unused = periodic.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException away) {
                        LOG.debug("the dashboard could not look, and will look again", away);
                    }
                },
                interval.toMillis(),
                interval.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** The servlet, which needs support for asynchronous requests, and the mappings of its path and all below it. */
    public Servlet servlet() {
        return servlet;
    }

    /** Ends all streams of events, and closes the store of the dashboard, but not the scheduler. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        periodic.shutdownNow();
        servlet.destroy();
        runs.close();
        executions.close();
        nobody.baton().close();
        events.close();
        audit.close();
        store.close();
    }
}
