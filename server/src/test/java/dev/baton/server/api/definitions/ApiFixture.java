package dev.baton.server.api.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Body;
import dev.baton.Calendar;
import dev.baton.Fanout;
import dev.baton.Guard;
import dev.baton.jdbc.History;
import dev.baton.jdbc.Stores;
import dev.baton.server.api.HeavyRequests;
import dev.baton.server.api.Services;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.DefinitionEvents;
import dev.baton.server.compile.Compiler;
import dev.baton.server.config.Configuration;
import dev.baton.server.dispatch.Dispatching;
import dev.baton.server.dispatch.Task;
import dev.baton.server.event.EventHub;
import dev.baton.server.graph.Layouts;
import dev.baton.server.http.ApiServer;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.http.Json;
import dev.baton.server.http.Method;
import dev.baton.server.http.SchemaCheck;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.Parts;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.log.LogLimits;
import dev.baton.server.log.RunLogs;
import dev.baton.server.resolve.Origin;
import dev.baton.server.security.Role;
import dev.baton.server.store.ApiDefinitions;
import dev.baton.server.store.ApiDependencies;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.Database;
import dev.baton.server.store.PauseNotes;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import dev.baton.server.window.JdbcWindowMemory;
import dev.baton.server.window.RecordedDependencies;
import dev.baton.server.window.WindowRule;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerOptions;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteDataSource;
import tools.jackson.databind.JsonNode;

/** A whole server on a free port with a worker inside, on files of its own. Every answer is checked against OpenAPI. */
final class ApiFixture implements AutoCloseable {

    private static final Map<String, Calendar> CALENDARS =
            Map.of("holidays", Calendar.of("holidays", LocalDate.parse("2026-12-25")));

    final Baton baton;
    final Catalog catalog;
    final Compiler compiler = new Compiler(new TestParts());
    final ApiDefiner definer;
    final EventHub events = new EventHub(Clock.systemUTC());
    private final Database database;
    private final History history;
    private final RunLogs logs;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Worker worker;
    private final List<Endpoint> table;
    private final ApiServer server;
    private final JsonNode document;
    private final Map<Role, String> secrets = new EnumMap<>(Role.class);
    private final HttpClient client = HttpClient.newHttpClient();

    ApiFixture(Path directory) {
        Path file = directory.resolve("baton.db");
        logs = RunLogs.sqlite(directory.resolve("logs.db"), LogLimits.DEFAULT);
        Dispatching dispatching = Dispatching.start(
                Baton.builder().store(Stores.sqlite(file)), Duration.ofSeconds(10), (run, attempt, lines) -> {});
        baton = dispatching.baton();
        catalog = new Catalog(baton, compiler);
        database = Database.sqlite(directory.resolve("server.db"));
        history = History.sqlite(file);
        Clock clock = Clock.systemUTC();
        SQLiteDataSource windows = new SQLiteDataSource();
        windows.setUrl("jdbc:sqlite:" + directory.resolve("windows.db"));
        Services services = new Services(
                baton, catalog, new ApiDefinitions(database, clock), history, logs, dispatching.dispatcher());
        DefinitionServices definitions = new DefinitionServices(
                services,
                new ApiDependencies(database, clock),
                () -> new Configuration.Named(Map.of(), Map.of(), CALENDARS, Map.of(), Map.of()),
                ZoneOffset.UTC,
                clock,
                new DefinitionEvents(events),
                new HeavyRequests(),
                new PauseNotes(database, clock),
                new WindowRule(new RecordedDependencies(history, baton), new JdbcWindowMemory(windows)));
        definer = new ApiDefiner(definitions);
        table = new DefinitionApi(definitions, definer, new Layouts()).endpoints();
        Tokens tokens = new Tokens(database, clock);
        for (Role role : Role.values()) {
            secrets.put(role, tokens.create("the-" + role, role, null).secret().reveal());
        }
        server = ApiServer.start(
                HttpSettings.loopback(0),
                table,
                new ApiServer.Guard(tokens, new Sessions(database, clock), new AuditLog(database, clock)));
        baton.start();
        definer.restore();
        worker = new Worker(
                dispatching.dispatcher(),
                WorkerOptions.named("inside"),
                StandardKinds.of(threads, System.getenv(), List.of(), Allowed.NOTHING),
                Set.of());
        worker.start();
        document = Json.mapper()
                .readTree(send(Role.VIEWER, "GET", "/api/v1/openapi.json", null).body());
    }

    /** What an endpoint answered. */
    record Answer(int status, JsonNode body, HttpResponse<String> response) {

        String detail() {
            return body.path("detail").asString("");
        }
    }

    Answer get(String path) {
        return call(Role.VIEWER, Method.GET, path, null);
    }

    Answer post(String path, String json) {
        return call(Role.ADMIN, Method.POST, path, json);
    }

    Answer postText(String path, String contentType, String text) {
        return call(Role.ADMIN, Method.POST, path, text, "Content-Type", contentType);
    }

    Answer put(String path, @Nullable String json, String... headers) {
        return call(Role.ADMIN, Method.PUT, path, json, headers);
    }

    Answer patch(String path, String json) {
        return call(Role.ADMIN, Method.PATCH, path, json);
    }

    Answer delete(String path, String... headers) {
        return call(Role.ADMIN, Method.DELETE, path, null, headers);
    }

    /** Calls an endpoint, and checks that what it answers is what the document says it does. */
    Answer call(Role role, Method method, String path, @Nullable String json, String... headers) {
        HttpResponse<String> response = send(role, method.name(), "/api/v1" + path, json, headers);
        Endpoint endpoint = table.stream()
                .filter(candidate -> candidate.method() == method && fits(candidate.path(), "/api/v1" + path))
                .findFirst()
                .orElseThrow();
        assertThat(SchemaCheck.objections(document, endpoint, response.statusCode(), response.body()))
                .isEmpty();
        JsonNode body = response.body().isEmpty()
                ? Json.mapper().createObjectNode()
                : Json.mapper().readTree(response.body());
        return new Answer(response.statusCode(), body, response);
    }

    private static boolean fits(String template, String path) {
        return Pattern.matches(template.replaceAll("\\{[a-z_]+}", "[^/]+"), path.replaceFirst("\\?.*", ""));
    }

    private HttpResponse<String> send(Role role, String method, String path, @Nullable String json, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + secrets.get(role))
                .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
        if (json != null) {
            request.setHeader("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
        worker.drain();
        baton.close();
        worker.close(Duration.ZERO);
        threads.shutdown();
        history.close();
        logs.close();
        database.close();
        events.close();
    }

    /** Knows a calendar, and nothing outside. */
    private static final class TestParts implements Parts {

        @Override
        public Fanout.Source items(Items.FromUri from, int maxItems, Origin origin) {
            return context -> List.of();
        }

        @Override
        public Body<?> waiting(WaitWork work, Origin origin) {
            return context -> "done";
        }

        @Override
        public Body<?> window(WindowWork work, Task task) {
            return task;
        }

        @Override
        public Guard when(String expression) {
            return context -> Optional.empty();
        }

        @Override
        public Calendar calendar(String name) {
            return Objects.requireNonNull(CALENDARS.get(name));
        }

        @Override
        public Map<String, String> secrets() {
            return Map.of();
        }
    }
}
