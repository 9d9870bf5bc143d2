package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures the dashboard, and prints what docs/benchmarks.md tells. Asserts that everything is drawn, and nothing about
 * time: how long it takes is for people to read.
 */
@Tag("long")
final class DashboardFiguresTest {

    private static final String CONFIGURATION = """
            [storage.retention]
            executions = 2000000
            executions_in_all = 2000000

            [[jobs]]
            id      = "hello"
            command = "echo hello"

            # What is more than max_log_bytes is cut out of the middle: about 100 MB are left.
            [[jobs]]
            id      = "loud"
            command = 'seq -f "line %07.0f @FILL@" 1 1000000'
            """.replace("@FILL@", "x".repeat(86));

    /** Notes when the overview first shows numbers. */
    private static final String NOTE_FIRST_VIEW = """
            new MutationObserver((changes, watch) => {
              if (document.querySelector('.tiles')) {
                watch.disconnect();
                requestAnimationFrame(() => { window.firstView = Math.round(performance.now()); });
              }
            }).observe(document, {childList: true, subtree: true});""";

    private static final int MANY = 1_000_000;
    private static final int GRID_STEPS = 900;
    private static final int GRID_EXECUTIONS = 100;
    private static final int EVENTFUL = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Chromium chromium = Chromium.start();
    private final ServerProcess server = ServerProcess.start("figures", CONFIGURATION);

    @AfterEach
    void stop() {
        server.close();
        chromium.close();
    }

    private void ended(String execution) {
        await().atMost(PATIENCE)
                .until(() -> server.api().get("/executions/" + execution).json().has("finished"));
    }

    private String trigger(String path) {
        return server.api().post(path + "/trigger").expect(201).path("id").stringValue();
    }

    /** What JavaScript holds after it has been cleared up, in megabytes. */
    private static long heap(Page page) {
        CDPSession session = page.context().newCDPSession(page);
        session.send("HeapProfiler.collectGarbage");
        double used = session.send("Runtime.getHeapUsage").get("usedSize").getAsDouble();
        session.detach();
        return Math.round(used / 1e6);
    }

    /** Asks how long a page's main thread has been busy, in seconds of a processor: other processes do not count. */
    private static final class Busy implements AutoCloseable {

        private final CDPSession session;
        private final double begun;

        Busy(Page page) {
            session = page.context().newCDPSession(page);
            JsonObject domain = new JsonObject();
            domain.addProperty("timeDomain", "threadTicks");
            session.send("Performance.enable", domain);
            begun = sum();
        }

        long millis() {
            return Math.round((sum() - begun) * 1_000);
        }

        private double sum() {
            for (var metric : session.send("Performance.getMetrics").getAsJsonArray("metrics")) {
                JsonObject one = metric.getAsJsonObject();
                if (one.get("name").getAsString().equals("TaskDuration")) {
                    return one.get("value").getAsDouble();
                }
            }
            throw new AssertionError("the browser does not say how long it was busy");
        }

        @Override
        public void close() {
            session.detach();
        }
    }

    private static Map<String, Object> workflow(int steps, int layer) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            int column = i % layer;
            int before = (i / layer - 1) * layer;
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("id", "step-" + i);
            step.put("command", "true");
            if (before >= 0) {
                step.put(
                        "after",
                        new TreeSet<>(List.of(before + column, before + (column + 1) % layer))
                                .stream().map(parent -> "step-" + parent).toList());
            }
            all.add(step);
        }
        return Map.of("id", "graph-" + steps, "steps", all);
    }

    private Page signedIn(ServerProcess of) {
        Page page = chromium.page(chromium.fresh());
        page.addInitScript(NOTE_FIRST_VIEW);
        page.navigate(of.address() + "/signin#token=" + of.token());
        assertThat(page.locator(".tiles")).isVisible();
        return page;
    }

    /** What a script measured. */
    private static String measured(Page page, String script) {
        return page.evaluate(script(script)).toString();
    }

    private static String script(String name) {
        try (InputStream in = Objects.requireNonNull(
                DashboardFiguresTest.class.getResourceAsStream("/figures/" + name + ".js"), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first views of three visits to the overview with the files in the browser's cache, in milliseconds. */
    private static List<Object> warm(Page page) {
        List<Object> views = new ArrayList<>();
        for (int visit = 0; visit < 3; visit++) {
            page.reload();
            page.waitForFunction("() => window.firstView");
            views.add(page.evaluate("() => window.firstView"));
        }
        return views;
    }

    @Test
    void figures_of_the_demo() {
        try (ServerProcess demo = ServerProcess.demo("figures-demo")) {
            List<Request> loaded = new CopyOnWriteArrayList<>();
            Page page = chromium.page(chromium.fresh());
            page.addInitScript(NOTE_FIRST_VIEW);
            page.onRequestFinished(loaded::add);
            page.navigate(demo.address() + "/signin#token=" + demo.token());
            assertThat(page.locator(".tiles")).isVisible();
            long bytes = loaded.stream()
                    .filter(request -> request.url().contains("/assets/"))
                    .mapToLong(request -> request.sizes().responseBodySize)
                    .sum();
            print("first load: " + bytes / 1000 + " kB, compressed");
            assertThat(bytes).isLessThan(250_000);
            print("first view of the demo, warm: " + warm(page) + " ms");
        }
    }

    @Test
    void figures_of_graphs() {
        Page page = signedIn(server);
        for (int steps : List.of(100, 1_000, 5_000)) {
            server.api().post("/workflows", workflow(steps, 25)).expect(201);
            page.navigate(server.address() + "/workflows/graph-" + steps);
            page.waitForFunction("() => document.querySelector('baton-graph')?.graph");
            try (Busy busy = new Busy(page)) {
                print(steps + " steps: " + measured(page, "graph") + ", " + busy.millis() + " ms of a processor");
            }
            String execution = trigger("/workflows/graph-" + steps);
            server.api().post("/executions/" + execution + "/cancel").expect(200);
            ended(execution);
            page.navigate(server.address() + "/executions/" + execution);
            page.waitForFunction("() => document.querySelector('baton-graph')?.graph");
            try (Busy busy = new Busy(page)) {
                print(steps + " steps, updates: " + measured(page, "updates") + "; " + busy.millis() / 10
                        + " ms of a processor a second");
            }
        }
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void figures_of_a_long_log() {
        String run = trigger("/jobs/loud") + ".0";
        ended(run.substring(0, run.indexOf('.')));
        Page page = signedIn(server);
        long begun = System.nanoTime();
        page.navigate(server.address() + "/runs/" + run);
        assertThat(page.locator(".log-line", new Page.LocatorOptions().setHasText("line 1000000")))
                .isVisible();
        print("log of 100 MB: its end after " + (System.nanoTime() - begun) / 1_000_000 + " ms");
        String found = page.evaluate(script("log"), "line 0000001 ").toString();
        print("log of 100 MB: " + found);
        long lines = server.api().get("/runs/" + run + "/log").body().lines().count();
        assertThat(found).startsWith(lines + " lines").endsWith("1 found");
        assertThat(page.locator(".log-line.marked")).containsText("line 0000001");
    }

    @Test
    void figures_of_a_long_history() {
        server.api().post("/workflows", workflow(GRID_STEPS, 25)).expect(201);
        String wide = trigger("/workflows/graph-" + GRID_STEPS);
        String hello = trigger("/jobs/hello");
        ended(wide);
        ended(hello);
        server.terminate(Duration.ofSeconds(60));
        Copies copies = new Copies(server.directory().resolve("data").resolve("baton.db"));
        copies.make(wide, GRID_EXECUTIONS - 1);
        copies.make(hello, MANY);
        server.start();
        Page page = signedIn(server);
        page.waitForFunction("() => window.firstView");
        print("first view of " + MANY + " executions: " + page.evaluate("() => window.firstView") + " ms, then "
                + warm(page));
        for (String path : List.of("/overview?hours=24", "/overview?hours=168", "/definitions")) {
            long begun = System.nanoTime();
            server.api().get(path).expect(200);
            print("GET " + path + " of " + MANY + " executions: " + (System.nanoTime() - begun) / 1_000_000 + " ms");
        }
        page.navigate(server.address() + "/executions");
        assertThat(page.locator("tbody tr").first()).isVisible();
        print("list of " + MANY + " executions: the next page after " + page.evaluate(script("turn"), "Older")
                + " ms, the last after " + page.evaluate(script("turn"), "Oldest") + " ms, the one before it after "
                + page.evaluate(script("turn"), "Newer") + " ms");
        long begun = System.nanoTime();
        page.navigate(server.address() + "/workflows/graph-" + GRID_STEPS + "?tab=history&last=" + GRID_EXECUTIONS);
        page.waitForFunction("() => document.querySelector('baton-grid')?.grid");
        print("grid: there " + (System.nanoTime() - begun) / 1_000_000 + " ms after the click");
        String grid = measured(page, "grid");
        print("grid: " + grid);
        assertThat(grid).startsWith(GRID_STEPS + " steps × " + GRID_EXECUTIONS);
    }

    @Test
    void figures_of_many_events() {
        Page page = signedIn(server);
        long before = heap(page);
        String last = "";
        for (int i = 0; i < EVENTFUL; i++) {
            last = trigger("/jobs/hello");
        }
        ended(last);
        print("memory: " + before + " MB before and " + heap(page) + " MB after the events of " + EVENTFUL
                + " executions");
        server.api().post("/workflows", workflow(100, 25)).expect(201);
        String execution = trigger("/workflows/graph-100");
        ended(execution);
        page.navigate(server.address() + "/executions/" + execution);
        page.waitForFunction("() => document.querySelector('view-execution')?.data");
        before = heap(page);
        String events = measured(page, "hour");
        print("memory: " + before + " MB before and " + heap(page) + " MB after " + events
                + " events in the view of an execution");
        assertThat(chromium.complaints()).isEmpty();
    }

    private static void print(String line) {
        System.out.println("dashboard, " + line);
    }
}
