package dev.baton.server;

import dev.baton.policy.Retention;
import dev.baton.server.api.Services;
import dev.baton.server.api.definitions.ApiDefiner;
import dev.baton.server.api.definitions.DefinitionApi;
import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.api.events.EventEndpoints;
import dev.baton.server.api.events.MetricsEndpoint;
import dev.baton.server.api.explain.ExplainEndpoints;
import dev.baton.server.api.insight.InsightApi;
import dev.baton.server.api.runs.AdhocJobs;
import dev.baton.server.api.runs.ExecutionEndpoints;
import dev.baton.server.api.runs.RunEndpoints;
import dev.baton.server.api.runs.StartEndpoints;
import dev.baton.server.api.runs.SubmitEndpoints;
import dev.baton.server.api.workers.QueueEndpoints;
import dev.baton.server.api.workers.WorkerEndpoints;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.StorageSettings;
import dev.baton.server.dashboard.DashboardPages;
import dev.baton.server.doctor.DefinitionsCheck;
import dev.baton.server.doctor.DiskCheck;
import dev.baton.server.doctor.Doctor;
import dev.baton.server.doctor.RetentionCheck;
import dev.baton.server.doctor.StorageCheck;
import dev.baton.server.doctor.StuckRunsCheck;
import dev.baton.server.doctor.WorkersCheck;
import dev.baton.server.graph.Layout;
import dev.baton.server.graph.Layouts;
import dev.baton.server.http.ApiServer;
import dev.baton.server.http.AuditEndpoints;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.HealthEndpoints;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.http.SessionEndpoints;
import dev.baton.server.http.SignInPage;
import dev.baton.server.http.TokenEndpoints;
import dev.baton.server.store.QueueTable;
import dev.baton.worker.kind.StandardKinds;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The table of all endpoints. */
final class Endpoints implements AutoCloseable {

    private final Configuration configuration;
    private final Services services;
    private final DefinitionServices definitions;
    private final ApiDefiner definer;
    private final Layout layout = new Layouts();
    private final Storage storage;
    private final Observers observers;
    private final Clock clock;
    private final AdhocJobs adhoc;
    private final RunEndpoints runs;
    private final ExecutionEndpoints executions;
    private final QueueBoard queues;

    Endpoints(
            Configuration configuration,
            DefinitionServices definitions,
            ApiDefiner definer,
            BroughtEntries brought,
            Storage storage,
            Observers observers) {
        this.configuration = configuration;
        this.services = definitions.all();
        this.definitions = definitions;
        this.definer = definer;
        this.storage = storage;
        this.observers = observers;
        this.clock = definitions.clock();
        this.adhoc = new AdhocJobs(
                services,
                brought,
                () -> definitions
                        .named()
                        .get()
                        .references(services.catalog().names())
                        .overApi());
        this.runs = new RunEndpoints(services, observers.events());
        this.executions = new ExecutionEndpoints(services, layout);
        this.queues = new QueueBoard(new QueueTable(storage.tables()), services.history(), services.dispatcher());
    }

    List<Endpoint> all(HttpSettings settings, ApiServer.Guard guard, Readiness readiness, Runnable reload) {
        List<Endpoint> all = new ArrayList<>();
        all.addAll(SignInPage.endpoints());
        all.addAll(new DashboardPages().endpoints());
        all.addAll(new InsightApi(
                        definitions, () -> observers.queuesOf(queues), guard.audit(), observers.events()::approvals)
                .endpoints());
        all.addAll(new SessionEndpoints(guard.tokens(), guard.sessions(), settings).endpoints());
        all.addAll(new TokenEndpoints(guard.tokens(), clock).endpoints());
        all.addAll(new AuditEndpoints(guard.audit()).endpoints());
        all.addAll(new HealthEndpoints(readiness::objections).endpoints());
        all.addAll(new DefinitionApi(definitions, definer, layout).endpoints());
        all.addAll(new WorkerEndpoints(
                        services.dispatcher(),
                        configuration.worker().limits().maxOutputBytes(),
                        StandardKinds.LARGEST_STEPS)
                .endpoints());
        all.addAll(new QueueEndpoints(
                        () -> observers.queuesOf(queues),
                        () -> definitions.named().get().queues())
                .endpoints());
        all.addAll(explain(guard).endpoints());
        all.addAll(executions.endpoints());
        all.addAll(VersionEndpoint.endpoints());
        all.addAll(runs.endpoints());
        all.addAll(new SubmitEndpoints(services, adhoc).endpoints());
        all.addAll(new StartEndpoints(services, adhoc).endpoints());
        all.addAll(new EventEndpoints(observers.events()).endpoints());
        all.addAll(new MetricsEndpoint(observers.metrics()::scrape).endpoints());
        all.addAll(doctor().endpoints());
        all.add(ReloadEndpoint.of(reload));
        return all;
    }

    private ExplainEndpoints explain(ApiServer.Guard guard) {
        return new ExplainEndpoints(
                services,
                new ExplainEndpoints.Memories(definitions.pauses(), guard.audit(), definitions.windows()),
                definitions.heavy(),
                clock);
    }

    private Doctor doctor() {
        StorageSettings.Retention kept = configuration.storage().retention();
        return new Doctor(List.of(
                new StorageCheck(storage.tables(), clock),
                new DiskCheck(configuration.server().dataDir()),
                new WorkersCheck(services.catalog(), services.dispatcher(), clock),
                new StuckRunsCheck(services.history(), services.baton(), clock),
                new RetentionCheck(
                        services.catalog(),
                        services.history(),
                        Retention.count(kept.executions()).withAge(kept.executionAge()),
                        clock),
                new DefinitionsCheck(services.catalog())));
    }

    /** Removes one-off jobs that an earlier version stored as definitions, and what servers that are gone wrote down. */
    void prune() {
        adhoc.prune(clock.instant());
        queues.prune();
    }

    @Override
    public void close() {
        queues.close();
        runs.close();
        executions.close();
    }
}
