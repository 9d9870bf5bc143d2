package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The whole server, in this process. */
class BatonServerTest {

    private static final String ONE_JOB = """
            [[jobs]]
            id = "one"
            command = "true"
            """;

    private static final Set<String> PUBLIC =
            Set.of("/healthz", "/readyz", "/api/v1/session", "/", "/signin", "/signin.js", "/signin.css");

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Path file;
    private BatonServer server;
    private String token;

    @BeforeEach
    void start() throws IOException {
        file = Files.writeString(folder.resolve("baton.toml"), ONE_JOB);
        Map<String, String> environment = Map.of(
                "BATON_SERVER_PORT",
                "0",
                "BATON_SERVER_DATA_DIR",
                folder.resolve("data").toString(),
                "BATON_WORKER_MAX_OUTPUT_BYTES",
                "1024");
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
        token = Files.readString(folder.resolve("data/admin.token")).trim();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void refuses(String variable, String value, String... message) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "BATON_SERVER_PORT",
                "0",
                "BATON_SERVER_DATA_DIR",
                folder.resolve("other").toString()));
        environment.put(variable, value);
        assertThatThrownBy(() -> BatonServer.start(() -> new ConfigLoader(environment, Set.of())
                        .parse("baton.toml", "")
                        .orThrow()))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContainingAll(message);
    }

    @Test
    void a_second_server_says_why_it_cannot_start() throws IOException {
        String port = String.valueOf(server.address().getPort());
        refuses("BATON_SERVER_PORT", port, "cannot listen on 127.0.0.1, port " + port);
        refuses("BATON_SERVER_DATA_DIR", folder.resolve("data").toString(), "is in use by another Baton");
        refuses("BATON_SERVER_DATA_DIR", file.toString(), "cannot create the data directory", "a file of that name");
    }

    @Test
    void what_cannot_be_listened_on_is_found_before_anything_is_made() {
        refuses("BATON_SERVER_PORT", String.valueOf(server.address().getPort()), "cannot listen");
        refuses("BATON_SERVER_HOST", "0.0.0.0", "without TLS");
        assertThat(folder.resolve("other")).doesNotExist();
    }

    private HttpResponse<String> send(String method, String path, boolean signedIn) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.address().resolve(path)).method(method, BodyPublishers.noBody());
        if (signedIn) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private JsonNode get(String path) throws Exception {
        HttpResponse<String> answer = send("GET", path, true);
        assertThat(answer.statusCode()).isEqualTo(200);
        return Json.mapper().readTree(answer.body());
    }

    @Test
    void every_route_is_refused_without_a_credential() throws Exception {
        JsonNode paths = get("/api/v1/openapi.json").path("paths");
        int routes = 0;
        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            boolean isPage = path.getValue().at("/get/tags/0").asString("").equals("pages");
            if (PUBLIC.contains(path.getKey()) || isPage) {
                continue;
            }
            for (String method : path.getValue().propertyNames()) {
                String filled = path.getKey().replaceAll("\\{[^}]*}", "x");
                HttpResponse<String> answer = send(method.toUpperCase(Locale.ROOT), filled, false);
                assertThat(answer.statusCode()).as("%s %s", method, filled).isEqualTo(401);
                routes++;
            }
        }
        assertThat(routes).isGreaterThan(60);
    }

    @Test
    void nobody_else_can_read_what_is_kept() throws Exception {
        Path data = folder.resolve("data");
        assertThat(send("POST", "/api/v1/jobs/one/trigger", true).statusCode()).isEqualTo(201);

        assertThat(mode(data)).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files)
                    .allSatisfy(kept ->
                            assertThat(mode(kept)).isEqualTo(Files.isDirectory(kept) ? "rwx------" : "rw-------"))
                    .extracting(kept -> kept.getFileName().toString())
                    .contains("baton.db", "baton.db-wal", "baton-server.db", "baton-logs.db", "admin.token");
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void a_one_off_whose_time_has_passed_keeps_nothing_else_from_loading() throws Exception {
        String over = "[[jobs]]\nid = \"eve\"\nschedule = \"@at 2025-12-24T18:00:00Z\"\ncommand = \"true\"\n";
        Files.writeString(file, over + "[[jobs]]\nid = \"daily\"\nschedule = \"@daily\"\ncommand = \"true\"\n");
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        assertThat(get("/api/v1/jobs/eve").at("/next_fires")).isEmpty();
        assertThat(nextFire()).isNotEmpty();
    }

    @Test
    void queues_are_listed_also_when_they_are_empty() throws Exception {
        JsonNode queues = get("/api/v1/queues").path("items");
        assertThat(queues.at("/0/name").asString()).isEqualTo("default");
        assertThat(queues.at("/0/depth").asInt()).isZero();
        assertThat(queues.at("/0/age").asString()).isEqualTo("0s");
    }

    @Test
    void queues_are_listed_with_their_limits() throws Exception {
        Files.writeString(file, "[queues.gpu]\nlimit = 3\nrate = \"100/1m\"\n");
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        JsonNode queues = get("/api/v1/queues").path("items");
        assertThat(queues.at("/0/name").asString()).isEqualTo("default");
        assertThat(queues.at("/0").has("limit")).isFalse();
        assertThat(queues.at("/1/name").asString()).isEqualTo("gpu");
        assertThat(queues.at("/1/limit").asInt()).isEqualTo(3);
        assertThat(queues.at("/1/rate").asInt()).isEqualTo(100);
        assertThat(queues.at("/1/per").asString()).isEqualTo("1m");
    }

    @Test
    void a_calendar_that_changes_counts_for_jobs_that_do_not() throws Exception {
        String job = "[[jobs]]\nid = \"daily\"\nschedule = \"0 0 1 1 *\"\ncalendar = \"off\"\ncommand = \"true\"\n";
        Files.writeString(file, job + "[calendars.off]\ndates = [\"2000-01-01\"]\n");
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        String before = nextFire();
        Files.writeString(file, job + "[calendars.off]\ndates = [\"" + before.substring(0, 10) + "\"]\n");
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        assertThat(nextFire()).isGreaterThan(before);
    }

    @Test
    void a_reload_leaves_definitions_alone_that_have_not_changed() throws Exception {
        String atOnce = "[[jobs]]\nid = \"at-once\"\nrun_immediately = true\ncommand = \"true\"\n";
        Files.writeString(file, atOnce);
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        Files.writeString(file, atOnce + ONE_JOB);
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        assertThat(get("/api/v1/executions?name=at-once").path("items")).hasSize(1);
    }

    private String nextFire() throws Exception {
        return get("/api/v1/jobs/daily").at("/next_fires/0").asString();
    }

    @Test
    void an_output_is_as_long_as_the_configuration_allows() throws Exception {
        Files.writeString(file, ONE_JOB.replace("true", "head -c 1025 /dev/zero > $BATON_OUTPUT"));
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        assertThat(send("POST", "/api/v1/jobs/one/trigger", true).statusCode()).isEqualTo(201);
        await().untilAsserted(() ->
                assertThat(get("/api/v1/runs?job=one").toString()).contains("has 1,025 bytes; at most 1,024"));
    }

    @Test
    void a_reload_applies_a_right_file_and_prunes_and_a_wrong_one_changes_nothing() throws Exception {
        Files.writeString(file, ONE_JOB + "[[jobs]]\nid = \"two\"\nshedule = \"@daily\"\ncommand = \"true\"\n");
        HttpResponse<String> refused = send("POST", "/api/v1/reload", true);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("shedule").contains("schedule");
        assertThat(get("/api/v1/jobs").path("items")).hasSize(1);

        Files.writeString(file, ONE_JOB.replace("one", "three"));
        assertThat(send("POST", "/api/v1/reload", true).statusCode()).isEqualTo(204);
        assertThat(get("/api/v1/jobs").path("items").path(0).path("name").asString())
                .isEqualTo("three");
        assertThat(get("/api/v1/jobs").path("items")).hasSize(1);
    }
}
