package dev.baton.server.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.jdbc.Stores;
import dev.baton.server.event.EventHub;
import dev.baton.worker.wire.JsonMappers;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A program's scheduler with its dashboard at a path of a servlet container: once read-only, once not. */
class DashboardMountTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration LONG = Duration.ofSeconds(60);

    /** An output of a program: its fields keep their own names. */
    public record Receipt(String receiptNumber, int amount) {}

    private static final AtomicBoolean IS_CLOSED = new AtomicBoolean(true);

    @TempDir
    static Path directory;

    private static Baton baton;
    private static DashboardMount open;
    private static DashboardMount readOnly;
    private static Server jetty;

    @BeforeAll
    static void start() throws Exception {
        EventHub events = DashboardMount.events();
        EventHub others = DashboardMount.events();
        Path file = directory.resolve("shop.db");
        baton = Baton.builder()
                .store(Stores.sqlite(file))
                .listen(events)
                .listen(others)
                .build();
        baton.add(Job.named("report")
                .cron("0 2 * * *")
                .tags("night")
                .run(context -> context.log().info("counted {} orders", 7)));
        baton.add(Job.named("bank").run(context -> {
            while (IS_CLOSED.get()) {
                context.sleep(Duration.ofMillis(10));
            }
        }));
        baton.add(Job.named("refund")
                .takes(Receipt.class)
                .returns(Integer.class)
                .call((context, receipt) -> 100 / receipt.amount()));
        baton.add(Workflow.define("order", w -> {
            Step<Receipt> charge = w.call("charge", context -> new Receipt("R-1", 42));
            Step<?> ask = w.approval("ask", "Ship it?").after(charge);
            w.run("ship", context -> {}).after(ask);
            w.finalRun("tidy", context -> {});
        }));
        baton.start();
        open = new DashboardMount(
                baton,
                events,
                MountStore.sqlite(file),
                new DashboardMount.Settings("/ops/baton", ZoneId.of("UTC"), null));
        readOnly =
                new DashboardMount(baton, others, MountStore.sqlite(file), DashboardMount.Settings.readOnly("/seen"));
        jetty = new Server(0);
        ServletContextHandler context = new ServletContextHandler("/shop");
        add(context, open, "/ops/baton");
        add(context, readOnly, "/seen");
        jetty.setHandler(context);
        jetty.start();
    }

    private static void add(ServletContextHandler context, DashboardMount mount, String path) {
        ServletHolder holder = new ServletHolder(path, mount.servlet());
        holder.setAsyncSupported(true);
        context.addServlet(holder, path);
        context.addServlet(holder, path + "/*");
    }

    @AfterAll
    static void stop() throws Exception {
        open.close();
        readOnly.close();
        jetty.stop();
        baton.close();
    }

    @Test
    void the_page_and_its_files_are_below_the_path() throws Exception {
        HttpResponse<String> page = get("/shop/ops/baton/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("data-mounted")
                .doesNotContain("@BASE@")
                .doesNotContain("\"/assets/");
        assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
        var files = Pattern.compile("(?:src|href)=\"(/shop/ops/baton/assets/[^\"]+)\"")
                .matcher(page.body());
        assertThat(files.find()).isTrue();
        do {
            assertThat(get(files.group(1)).statusCode()).as(files.group(1)).isEqualTo(200);
        } while (files.find());
        assertThat(get("/shop/ops/baton/executions").body()).isEqualTo(page.body());
        assertThat(get("/shop/ops/baton").headers().firstValue("Location").orElseThrow())
                .endsWith("/shop/ops/baton/");
        assertThat(get("/shop/ops/baton/no-such").statusCode()).isEqualTo(404);
    }

    @Test
    void what_the_program_registered_is_shown_with_its_graph_and_schedule() throws Exception {
        JsonNode job = json(get("/shop/seen/api/v1/jobs/report"));
        JsonNode graph = json(get("/shop/seen/api/v1/workflows/order/graph"));

        assertThat(job.at("/definition/source").asString()).isEqualTo("program");
        assertThat(job.at("/definition/schedule/text").asString()).isEqualTo("0 2 * * *");
        assertThat(job.at("/next_fires").size()).isEqualTo(5);
        assertThat(job.at("/definition/tags/0").asString()).isEqualTo("night");
        assertThat(graph.at("/nodes").findValuesAsString("step")).contains("charge", "ask", "ship", "tidy");
        assertThat(graph.at("/nodes").findValuesAsString("kind")).contains("java", "approval");
        assertThat(json(get("/shop/seen/api/v1/definitions")).at("/items").size())
                .isEqualTo(4);
        assertThat(get("/shop/seen/api/v1/overview").statusCode()).isEqualTo(200);
        assertThat(get("/shop/seen/api/v1/openapi.json").statusCode()).isEqualTo(200);
    }

    @Test
    void an_execution_is_cancelled_and_retried_unless_the_dashboard_is_read_only() throws Exception {
        Execution execution = baton.trigger("bank");
        String one = "/api/v1/executions/" + execution.id();
        await(() -> execution.run("bank").status() == RunStatus.RUNNING);

        assertThat(post("/shop/seen" + one + "/cancel", "{}").statusCode()).isEqualTo(403);
        assertThat(post("/shop/seen" + one + "/retry", "{}").body()).contains("read-only");
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(post("/shop/ops/baton" + one + "/cancel", "{\"reason\": \"too slow\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(execution.await(LONG).status()).isEqualTo(ExecutionStatus.CANCELLED);
        IS_CLOSED.set(false);
        assertThat(post("/shop/ops/baton" + one + "/retry", "{}").statusCode()).isEqualTo(200);
        await(() -> execution.status() == ExecutionStatus.SUCCESS);
    }

    @Test
    void a_schedule_of_a_tenant_is_listed_and_paused_where_changes_are_allowed() throws Exception {
        baton.schedules().put("north", Submission.of("report").parameter("tenant", "north"), "0 3 * * *");

        JsonNode seen = json(get("/shop/seen/api/v1/schedules?job=report"));
        assertThat(seen.at("/items/0/name").asString()).isEqualTo("north");
        assertThat(seen.at("/items/0/parameters/tenant").asString()).isEqualTo("north");
        assertThat(get("/shop/seen/schedules").statusCode()).isEqualTo(200);
        assertThat(post("/shop/seen/api/v1/schedules/north/pause", "{}").statusCode())
                .isEqualTo(403);
        assertThat(post("/shop/ops/baton/api/v1/schedules/north/pause", "{}").statusCode())
                .isEqualTo(204);
        assertThat(baton.schedules().find("north").orElseThrow().isPaused()).isTrue();
    }

    @Test
    void a_job_that_is_registered_later_appears_and_one_that_is_removed_goes() throws Exception {
        baton.add(Job.named("later").run(context -> {}));
        until("/shop/seen/api/v1/jobs/later", 200);
        baton.remove("later");
        until("/shop/seen/api/v1/jobs/later", 404);
    }

    private static void until(String path, int status) throws Exception {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (get(path).statusCode() != status) {
            assertThat(System.nanoTime()).as(path).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void an_execution_is_started_explained_approved_and_read() throws Exception {
        HttpResponse<String> started = post("/shop/ops/baton/api/v1/workflows/order/trigger", "{}");
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
        String location = started.headers().firstValue("Location").orElseThrow();
        assertThat(location).startsWith("/shop/ops/baton/api/v1/executions/");
        Execution execution = baton.execution(UUID.fromString(location.substring(location.lastIndexOf('/') + 1)));
        await(() -> !json(get("/shop/ops/baton/api/v1/approvals")).at("/items").isEmpty());
        assertThat(get(location + "/explain").body()).contains("Ship it?");
        String ask = execution.run("ask").id().toString();

        assertThat(post("/shop/ops/baton/api/v1/runs/" + ask + "/approve", "{\"approved\": true}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(execution.await(LONG).status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(json(get(location)).at("/status").asString()).isEqualTo("success");
        String charge = execution.run("charge").id().toString();
        assertThat(json(get("/shop/ops/baton/api/v1/runs/" + charge))
                        .at("/output/receiptNumber")
                        .asString())
                .isEqualTo("R-1");
        assertThat(get(location + "/timeline").statusCode()).isEqualTo(200);
        assertThat(get(location + "/graph").statusCode()).isEqualTo(200);
    }

    @Test
    void a_typed_job_is_started_with_its_input_as_json() throws Exception {
        Execution refunded = refund("{\"receiptNumber\": \"R-1\", \"amount\": 50}");
        assertThat(refunded.run("refund").output()).contains(2);
    }

    @Test
    void the_stack_trace_of_a_failed_body_is_in_the_log_of_its_run() throws Exception {
        Execution failed = refund("{\"receiptNumber\": \"R-1\", \"amount\": 0}");
        assertThat(get("/shop/seen/api/v1/runs/" + failed.run("refund").id() + "/log")
                        .body())
                .startsWith("attempt 1 failed: java.lang.ArithmeticException: / by zero\n\tat "
                        + DashboardMountTest.class.getName());
    }

    private static Execution refund(String input) throws Exception {
        HttpResponse<String> started =
                post("/shop/ops/baton/api/v1/jobs/refund/trigger", "{\"parameters\": {\"input\": " + input + "}}");
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
        String location = started.headers().firstValue("Location").orElseThrow();
        return baton.execution(UUID.fromString(location.substring(location.lastIndexOf('/') + 1)))
                .await(LONG);
    }

    private interface Question {
        boolean ask() throws Exception;
    }

    private static void await(Question question) throws Exception {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!question.ask()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }

    @Test
    void the_lines_of_a_body_are_the_log_of_its_run() throws Exception {
        Execution execution = baton.trigger("report");
        assertThat(execution.await(LONG).status()).isEqualTo(ExecutionStatus.SUCCESS);
        String run = execution.run("report").id().toString();

        assertThat(get("/shop/seen/api/v1/runs/" + run + "/log").body()).isEqualTo("counted 7 orders\n");
        assertThat(events("/shop/seen/api/v1/runs/" + run + "/log", "event: end"))
                .contains("counted 7 orders");
    }

    @Test
    void events_are_live() throws Exception {
        HttpResponse<InputStream> stream = follow("/shop/seen/api/v1/events");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo(":");
            Execution execution = baton.trigger("report");
            String line = lines.readLine();
            while (!line.contains(execution.id().toString())) {
                line = lines.readLine();
            }
        }
        assertThat(stream.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
    }

    @Test
    void a_read_only_dashboard_refuses_every_change_in_words() throws Exception {
        HttpResponse<String> refused = post("/shop/seen/api/v1/jobs/report/trigger", "{}");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(json(refused).at("/detail").asString()).contains("read-only");
        assertThat(json(get("/shop/seen/api/v1/session")).at("/role").asString())
                .isEqualTo("viewer");
        assertThat(post("/shop/seen/api/v1/bulk", "{}").statusCode()).isEqualTo(403);
    }

    @Test
    void a_change_from_another_page_is_refused_and_definitions_are_the_programs() throws Exception {
        HttpResponse<String> foreign = HTTP.send(
                request("/shop/ops/baton/api/v1/jobs/report/trigger")
                        .header("Content-Type", "application/json")
                        .header("Origin", "https://elsewhere.example")
                        .POST(BodyPublishers.ofString("{}"))
                        .build(),
                BodyHandlers.ofString());

        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(post("/shop/ops/baton/api/v1/jobs", "{\"id\": \"x\", \"command\": \"true\"}")
                        .statusCode())
                .isEqualTo(405);
        assertThat(get("/shop/ops/baton/api/v1/tokens").statusCode()).isEqualTo(404);
    }

    @Test
    void a_dashboard_has_a_path_of_its_own() {
        for (String path : new String[] {"", "/", "baton", "/baton/", "/a b"}) {
            assertThatThrownBy(() -> DashboardMount.Settings.readOnly(path)).hasMessageContaining("path of its own");
        }
    }

    // ---- requests

    private static URI address(String path) {
        return URI.create("http://127.0.0.1:" + ((ServerConnector) jetty.getConnectors()[0]).getLocalPort() + path);
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address(path)).timeout(LONG);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(request(path).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        String origin = address("").toString();
        return HTTP.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .header("X-Baton-CSRF", "1")
                        .header("Origin", origin)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<InputStream> follow(String path) throws Exception {
        return HTTP.send(request(path).header("Accept", "text/event-stream").build(), BodyHandlers.ofInputStream());
    }

    private static String events(String path, String last) throws Exception {
        StringBuilder all = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(follow(path).body(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.equals(last)) {
                all.append(line).append('\n');
                line = lines.readLine();
            }
        }
        return all.toString();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        assertThat(answer.body()).startsWith("{");
        return JsonMappers.plain().readTree(answer.body());
    }
}
