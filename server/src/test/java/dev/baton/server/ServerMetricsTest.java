package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ConfigLoader;
import dev.baton.server.http.Json;
import dev.baton.worker.Dispatch;
import dev.baton.worker.wire.HttpDispatch;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the metrics of a running server on both databases. */
class ServerMetricsTest {

    private static final String DEFINITIONS = """
            [server]
            port = 0

            [storage]
            lease = "1s"

            [worker]
            queues = ["default"]
            shutdown_grace = "0s"

            [queues.spare]

            [queues.far]

            [[jobs]]
            id = "ticks"
            schedule = "@every 1s"
            command = "true"

            [[jobs]]
            id = "hourly"
            schedule = "0 * * * *"
            command = "true"

            [[jobs]]
            id = "stumbles"
            retry = { attempts = 2, delay = "10ms" }
            command = "false"

            [[jobs]]
            id = "elsewhere"
            queue = "far"
            command = "true"
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private BatonServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgres"})
    void everything_that_is_measured_moves(String database) throws Exception {
        String url = database.equals("sqlite") ? "jdbc:sqlite:" + folder.resolve("baton.db") : RealPostgres.freshUrl();
        start(url);
        runs_and_executions_are_counted_and_timed();
        what_waits_in_a_queue_is_seen_with_its_age();
        leases_of_a_worker_that_falls_silent_are_lost();
        server.close();
        // As if it had been down for four hours. In the first minute of an hour the latest fire is late, not missed.
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "UPDATE baton_definition SET dealt_with = dealt_with - 14400000000 WHERE name = 'hourly'");
        }
        start(url);
        await().untilAsserted(() ->
                assertThat(value("baton_fires_missed_total")).as("hours missed").isGreaterThanOrEqualTo(3));
    }

    private void runs_and_executions_are_counted_and_timed() throws Exception {
        trigger("stumbles");
        await().untilAsserted(() -> {
            assertThat(value("baton_runs_total{job=\"ticks\",status=\"success\"}"))
                    .isPositive();
            assertThat(value("baton_runs_total{job=\"stumbles\",status=\"failure\"}"))
                    .isOne();
            assertThat(value("baton_run_retries_total{job=\"stumbles\"}")).isOne();
            assertThat(value("baton_executions_total{status=\"failure\"}")).isOne();
            assertThat(value("baton_run_wait_seconds_count")).isGreaterThanOrEqualTo(3);
            assertThat(value("baton_run_time_seconds_count")).isGreaterThanOrEqualTo(2);
            assertThat(value("baton_execution_lateness_seconds_count")).isPositive();
            assertThat(value("baton_database_latency_seconds_count")).isPositive();
            assertThat(value("baton_database_up")).isOne();
        });
    }

    private void what_waits_in_a_queue_is_seen_with_its_age() throws Exception {
        assertThat(value("baton_queue_depth{queue=\"default\"}")).isZero();
        assertThat(value("baton_queue_depth{queue=\"spare\"}")).isZero();
        trigger("elsewhere");
        trigger("elsewhere");
        await().untilAsserted(() -> {
            assertThat(value("baton_queue_depth{queue=\"far\"}")).isEqualTo(2);
            assertThat(value("baton_queue_age_seconds{queue=\"far\"}")).isPositive();
        });
        await().untilAsserted(() -> assertThat(value("baton_executions_active")).isGreaterThanOrEqualTo(2));
    }

    private void leases_of_a_worker_that_falls_silent_are_lost() throws Exception {
        assertThat(value("baton_leases_lost_total")).isZero();
        HttpDispatch dispatch = new HttpDispatch(server.address(), workerToken());
        String worker = dispatch.register(
                        new Dispatch.Introduction("far", Set.of("far"), Set.of(), Set.of("shell"), Set.of(), 1, "1"))
                .worker();
        assertThat(dispatch.claim(worker, 1, Duration.ofSeconds(10))).hasSize(1);
        await().untilAsserted(() ->
                assertThat(value("baton_queue_depth{queue=\"far\"}")).isOne());
        await().untilAsserted(() -> assertThat(value("baton_leases_lost_total")).isOne());
    }

    private void start(String url) throws IOException {
        Path file = Files.writeString(folder.resolve("baton.toml"), DEFINITIONS);
        Map<String, String> environment = Map.of(
                "BATON_STORAGE_URL",
                url,
                "BATON_SERVER_DATA_DIR",
                folder.resolve("data").toString());
        server = BatonServer.start(
                () -> new ConfigLoader(environment, Set.of()).load(file).orThrow());
    }

    private void trigger(String job) throws Exception {
        assertThat(send("POST", "/api/v1/jobs/" + job + "/trigger", "{}").statusCode())
                .isBetween(200, 202);
    }

    private String workerToken() throws Exception {
        String answer = send("POST", "/api/v1/tokens", "{\"name\": \"far\", \"role\": \"worker\"}")
                .body();
        return Json.mapper().readTree(answer).path("secret").asString();
    }

    /** The value of a series; none is a failure. */
    private double value(String series) throws Exception {
        return send("GET", "/metrics", "")
                .body()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .map(line -> Double.valueOf(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + series));
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        String token = Files.readString(folder.resolve("data/admin.token")).trim();
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
