package dev.baton.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.jdbc.Stores;
import dev.baton.server.BatonServer;
import dev.baton.server.RealPostgres;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Json;
import dev.baton.worker.BatonWorker;
import dev.baton.worker.Worker;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;

/** Servers in this process that share a PostgreSQL, each with a file and a data directory of its own. */
final class Cluster implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final String url;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Deque<Runnable> opened = new ArrayDeque<>();
    private String token = "";

    Cluster(Path directory) {
        this.directory = directory;
        this.url = RealPostgres.freshUrl();
    }

    /** A server of the cluster, as its users see it. */
    final class Member implements AutoCloseable {

        private final Path file;
        private final Map<String, String> environment = new HashMap<>();
        private BatonServer server;

        private Member(String name, String definitions) {
            this.file = directory.resolve(name + ".toml");
            write(definitions);
            environment.put("BATON_SERVER_PORT", "0");
            environment.put(
                    "BATON_SERVER_DATA_DIR", directory.resolve(name + "-data").toString());
            environment.put("BATON_STORAGE_URL", url);
            environment.put("BATON_STORAGE_LEASE", "5s");
            environment.put("BATON_WORKER_ENABLED", "false");
            start();
        }

        /** Writes what the file defines. */
        void write(String definitions) {
            try {
                Files.writeString(file, definitions);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void start() {
            server = BatonServer.start(new BatonServer.Source() {
                @Override
                public Configuration read() {
                    return new ConfigLoader(environment, Set.of()).load(file).orThrow();
                }

                @Override
                public Optional<Path> file() {
                    return Optional.of(file);
                }
            });
        }

        void reload() {
            server.reload();
        }

        JsonNode get(String path) {
            return send("GET", path, null, 200);
        }

        JsonNode send(String method, String path, String body, int status) {
            Answer answer = ask(method, path, body, token);
            assertThat(answer.status).as("%s %s: %s", method, path, answer.body).isEqualTo(status);
            return answer.body.isEmpty()
                    ? Json.mapper().nullNode()
                    : Json.mapper().readTree(answer.body);
        }

        int status(String path) {
            return ask("GET", path, null, token).status;
        }

        Answer ask(String method, String path, String body, String as) {
            HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1" + path))
                    .timeout(PATIENCE)
                    .header("Authorization", "Bearer " + as)
                    .header("Content-Type", "application/json")
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build();
            try {
                var response = client.send(request, BodyHandlers.ofString());
                return new Answer(response.statusCode(), response.body());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** The lines of an event stream, until it is closed. */
        Stream<String> events(String path) {
            HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1" + path))
                    .header("Authorization", "Bearer " + token)
                    .header("Accept", "text/event-stream")
                    .build();
            try {
                return client.send(request, BodyHandlers.ofLines()).body();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** Starts a job; returns the execution's id. */
        String trigger(String job) {
            return send("POST", "/jobs/" + job + "/trigger", "{}", 201)
                    .path("id")
                    .asString();
        }

        /** Waits until an execution has this status. */
        void awaitStatus(String execution, String status) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(get("/executions/" + execution)
                                    .path("status")
                                    .asString())
                            .isEqualTo(status));
        }

        String log(String run) {
            return ask("GET", "/runs/" + run + "/log", null, token).body;
        }

        /** A worker that is connected to this server, and not started. */
        BatonWorker worker(String name) {
            return worker(name, List.of(this));
        }

        /** The same for one that knows several servers. */
        BatonWorker worker(String name, List<Member> servers) {
            String secret = send("POST", "/tokens", "{\"name\": \"" + name + "\", \"role\": \"worker\"}", 201)
                    .path("secret")
                    .asString();
            BatonWorker worker = BatonWorker.connect(
                            servers.stream().map(each -> each.server.address()).toList(), secret)
                    .name(name);
            for (Kind kind : StandardKinds.of(threads, System.getenv(), List.of("claude"), Allowed.PRIVATE)) {
                worker = worker.kind(kind);
            }
            return worker;
        }

        @Override
        public void close() {
            server.close();
        }
    }

    record Answer(int status, String body) {}

    /** Starts a server. The first one makes the token that all use. */
    Member server(String name, String definitions) throws IOException {
        Member member = new Member(name, definitions);
        opened.push(member::close);
        Path secret = directory.resolve(name + "-data").resolve("admin.token");
        if (token.isEmpty()) {
            token = Files.readString(secret).trim();
        }
        return member;
    }

    /** Starts an application with a scheduler of its own on the same database. */
    Baton application(Consumer<Baton> jobs) {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(url);
        Baton baton = Baton.on(Stores.postgres(database));
        opened.push(baton::close);
        jobs.accept(baton);
        return baton.start();
    }

    /** Starts a worker, which ends with the test. */
    Worker started(BatonWorker settings) {
        Worker worker = settings.start();
        opened.push(() -> worker.close(Duration.ZERO));
        return worker;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
        threads.shutdownNow();
    }
}
