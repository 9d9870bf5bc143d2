package dev.baton.server.api.runs;

import dev.baton.Baton;
import dev.baton.Listener;
import dev.baton.RunId;
import dev.baton.jdbc.History;
import dev.baton.jdbc.Stores;
import dev.baton.server.api.HeavyRequests;
import dev.baton.server.api.Services;
import dev.baton.server.api.explain.ExplainEndpoints;
import dev.baton.server.api.workers.WorkerEndpoints;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.compile.Compiler;
import dev.baton.server.dispatch.Dispatching;
import dev.baton.server.dispatch.LogSink;
import dev.baton.server.dispatch.WorkerRows;
import dev.baton.server.event.EventHub;
import dev.baton.server.graph.Drawing;
import dev.baton.server.graph.Sketch;
import dev.baton.server.http.ApiServer;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.http.Json;
import dev.baton.server.http.SchemaCheck;
import dev.baton.server.log.LogLimits;
import dev.baton.server.log.RunLogs;
import dev.baton.server.security.Role;
import dev.baton.server.spec.Reach;
import dev.baton.server.spec.References;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.store.ApiDefinitions;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.Database;
import dev.baton.server.store.PauseNotes;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import dev.baton.server.window.JdbcWindowMemory;
import dev.baton.server.window.RecordedDependencies;
import dev.baton.server.window.WindowRule;
import dev.baton.spi.Store;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Logged;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerOptions;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.sqlite.SQLiteDataSource;
import tools.jackson.databind.JsonNode;

/** A real server in a directory, with a token for each role: engine, catalog, logs, history, and all endpoints. */
public final class ApiFixture implements AutoCloseable {

    public static final Duration LEASE = Duration.ofSeconds(2);
    public static final int MAX_OUTPUT_BYTES = 100_000;
    public static final int MAX_STEPS_BYTES = 200_000;

    public final Services services;
    private static final References REFERENCES = new References(
            Set.of(), Map.of(), Set.of(), Set.of(), Set.of("PASSWORD", "OTHER"), Set.of(), Reach.ANYTHING);

    public final EventHub events = new EventHub(Clock.systemUTC());
    public final AuditLog audit;
    public final PauseNotes pauses;
    public final Tokens tokens;
    public final AdhocJobs adhoc;
    public final List<Endpoint> table;
    public final AtomicInteger commits = new AtomicInteger();
    private final Database database;
    private final ApiServer server;
    private final JsonNode document;
    private final Map<Role, String> secrets = new EnumMap<>(Role.class);
    private final List<Runnable> closing = new ArrayList<>();
    private final RunEndpoints runs;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();

    /** What a request was answered with. */
    public record Answer(int status, String text, Map<String, List<String>> headers) {

        public JsonNode json() {
            return Json.mapper().readTree(text);
        }
    }

    public ApiFixture(Path directory) {
        this(directory, LEASE);
    }

    /** With another lease for its workers. */
    public ApiFixture(Path directory, Duration lease) {
        Path file = directory.resolve("baton.db");
        RunLogs logs = RunLogs.sqlite(directory.resolve("logs.db"), LogLimits.DEFAULT);
        BroughtEntries brought = new BroughtEntries();
        Dispatching dispatching = Dispatching.start(
                Baton.builder()
                        .store(counting(Stores.sqlite(file)))
                        .closeGrace(Duration.ZERO)
                        .listen(closing(logs)),
                lease,
                into(logs),
                WorkerRows.NONE,
                brought);
        Baton baton = dispatching.baton();
        database = Database.sqlite(directory.resolve("server.db"));
        services = new Services(
                baton,
                new Catalog(baton, new Compiler(new TestParts())),
                new ApiDefinitions(database, Clock.systemUTC()),
                History.sqlite(file),
                logs,
                dispatching.dispatcher());
        tokens = new Tokens(database, Clock.systemUTC());
        audit = new AuditLog(database, Clock.systemUTC());
        for (Role role : Role.values()) {
            secrets.put(role, tokens.create("the-" + role, role, null).secret().reveal());
        }
        brought.attach(services.catalog(), services.history(), () -> REFERENCES);
        adhoc = new AdhocJobs(services, brought, () -> REFERENCES);
        runs = new RunEndpoints(services, events);
        List<Endpoint> all = new ArrayList<>(
                new WorkerEndpoints(services.dispatcher(), MAX_OUTPUT_BYTES, MAX_STEPS_BYTES).endpoints());
        pauses = new PauseNotes(database, Clock.systemUTC());
        SQLiteDataSource windows = new SQLiteDataSource();
        windows.setUrl("jdbc:sqlite:" + directory.resolve("windows.db"));
        all.addAll(new ExplainEndpoints(
                        services,
                        new ExplainEndpoints.Memories(
                                pauses,
                                audit,
                                new WindowRule(
                                        new RecordedDependencies(services.history(), services.baton()),
                                        new JdbcWindowMemory(windows))),
                        new HeavyRequests(),
                        Clock.systemUTC())
                .endpoints());
        all.addAll(new ExecutionEndpoints(services, ApiFixture::undrawn).endpoints());
        all.addAll(runs.endpoints());
        all.addAll(new SubmitEndpoints(services, adhoc).endpoints());
        all.addAll(new StartEndpoints(services, adhoc).endpoints());
        table = List.copyOf(all);
        baton.start();
        server = ApiServer.start(
                HttpSettings.loopback(0),
                table,
                new ApiServer.Guard(tokens, new Sessions(database, Clock.systemUTC()), audit));
        document = get(Role.VIEWER, "/api/v1/openapi.json").json();
    }

    private static Drawing undrawn(Sketch sketch) {
        return new Drawing(
                0,
                0,
                Collections.nCopies(sketch.nodes().size(), new Drawing.Box(0, 0, 0, 0)),
                Collections.nCopies(sketch.edges().size(), List.of()));
    }

    /** Counts the commits of the engine. */
    private Store counting(Store real) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        commits.incrementAndGet();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Listener closing(RunLogs logs) {
        return new Listener() {
            @Override
            public void runFinished(RunEvent event) {
                logs.close(event.run());
            }
        };
    }

    private static LogSink into(RunLogs logs) {
        return new LogSink() {
            @Override
            public void append(RunId run, int attempt, List<LogEntry> entries) {
                ApiFixture.append(logs, run, attempt, entries);
            }

            @Override
            public Logged logged(RunId run, int attempt) {
                return logs.count(run, attempt);
            }
        };
    }

    private static void append(RunLogs logs, RunId run, int attempt, List<LogEntry> entries) {
        try {
            logs.append(run, attempt, entries);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public URI address() {
        return server.address();
    }

    public String secret(Role role) {
        return secrets.get(role);
    }

    // ---- what is defined, and who executes it

    /** Defines a job from JSON as a request would. */
    public ApiFixture job(String json) {
        SpecReader reader = new SpecReader(REFERENCES);
        services.catalog()
                .put(new Entry.JobEntry(reader.job(Json.mapper().readTree(json)).orThrow(), Entry.Source.API));
        return this;
    }

    /** Defines a workflow from JSON as a request would. */
    public ApiFixture workflow(String json) {
        SpecReader reader = new SpecReader(REFERENCES);
        services.catalog()
                .put(new Entry.WorkflowEntry(
                        reader.workflow(Json.mapper().readTree(json)).orThrow(), Entry.Source.API));
        return this;
    }

    /** Lets a worker of this process execute shell and http jobs. */
    public ApiFixture withWorker() {
        Worker worker = new Worker(
                services.dispatcher(),
                WorkerOptions.named("inside"),
                StandardKinds.of(threads, System.getenv(), List.of("claude"), Allowed.PRIVATE),
                Set.of());
        worker.start();
        closing.add(() -> worker.close(Duration.ZERO));
        return this;
    }

    /** Does something when the fixture is closed. */
    public void onClose(Runnable action) {
        closing.add(action);
    }

    // ---- requests

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address().resolve(path)).timeout(Duration.ofSeconds(30));
    }

    public HttpRequest.Builder as(Role role, String path) {
        return request(path).header("Authorization", "Bearer " + secret(role));
    }

    public Answer get(Role role, String path) {
        return send(as(role, path));
    }

    public Answer get(String path) {
        return get(Role.VIEWER, path);
    }

    public Answer post(Role role, String path, String json) {
        return send(as(role, path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    public Answer post(String path) {
        return post(path, "");
    }

    public Answer post(String path, String json) {
        return post(Role.OPERATOR, path, json);
    }

    public Answer send(HttpRequest.Builder builder) {
        try {
            HttpRequest request = builder.build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(), response.body(), response.headers().map());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** The newest line of the audit log, in words. */
    public String lastAudited() {
        return audit.list(new AuditLog.Filter(null, null, null, null, null), null, 1)
                .toString();
    }

    /** What the OpenAPI document objects to in an answer. */
    public List<String> objections(Endpoint endpoint, Answer answer) {
        return SchemaCheck.objections(document, endpoint, answer.status(), answer.text());
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
        server.close();
        runs.close();
        services.baton().close();
        services.history().close();
        ((RunLogs) services.logs()).close();
        database.close();
        threads.shutdownNow();
    }
}
