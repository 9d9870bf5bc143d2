package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Draws the graph anew with statuses, then changes one step sixty times a second for five seconds. */
    private static final String GRAPH = """
            async () => {
              const frame = () => new Promise(requestAnimationFrame);
              const shown = document.querySelector('baton-graph');
              const {graph, parentElement: holder} = shown;
              const time = new Date().toISOString();
              const runs = new Map(graph.nodes.map(({step}, i) => [step, {step, status: i % 7 ? 'success' : 'running', attempt: 1, started: time, finished: time}]));
              shown.remove();
              const fresh = document.createElement('baton-graph');
              let begun = performance.now();
              Object.assign(fresh, {graph, runs});
              holder.append(fresh);
              await fresh.updateComplete;
              await frame();
              await frame();
              const draw = performance.now() - begun;
              const frames = [];
              let last = performance.now();
              let over = false;
              const watch = now => { frames.push(now - last); last = now; if (!over) { requestAnimationFrame(watch); } };
              requestAnimationFrame(watch);
              begun = performance.now();
              let changes = 0;
              await new Promise(done => {
                const timer = setInterval(() => {
                  const {step} = graph.nodes[changes++ % graph.nodes.length];
                  fresh.runs = new Map(fresh.runs).set(step, {...fresh.runs.get(step), status: changes % 2 ? 'running' : 'success'});
                  if (performance.now() - begun > 5000) {
                    clearInterval(timer);
                    done();
                  }
                }, 1000 / 60);
              });
              over = true;
              frames.sort((a, b) => a - b);
              return `drawn in ${Math.round(draw)} ms; then ${Math.round(changes / 5)} changes and ${Math.round(frames.length / 5)} frames a second, a frame ${frames[frames.length >> 1].toFixed(0)} ms at the median, ${frames[Math.floor(frames.length * 0.95)].toFixed(0)} ms at 95 %`;
            }""";

    /** A log of a million lines, about 100 MB, searched and scrolled. */
    private static final String LOG = """
            async () => {
              const frame = () => new Promise(requestAnimationFrame);
              const log = document.querySelector('baton-log');
              log.close();
              const text = 'x'.repeat(90);
              for (let i = 0; i < 1000000; i++) {
                log.lines.push({text: `${i} ${text}`, time: '2026-11-16T08:00:00Z', stream: 'stdout', attempt: 1});
              }
              let begun = performance.now();
              log.tops = undefined;
              log.version++;
              await log.updateComplete;
              await frame();
              const draw = performance.now() - begun;
              begun = performance.now();
              log.search = '999999 ';
              log.find();
              await log.updateComplete;
              await frame();
              return `a million lines drawn in ${Math.round(draw)} ms, searched in ${Math.round(performance.now() - begun)} ms, ${log.hits.length} found`;
            }""";

    /** Scrolls the grid that is shown to its end and back. */
    private static final String GRID = """
            async () => {
              const frame = () => new Promise(requestAnimationFrame);
              const shown = document.querySelector('baton-grid');
              const {grid, parentElement: holder} = shown;
              shown.remove();
              const fresh = document.createElement('baton-grid');
              const begun = performance.now();
              Object.assign(fresh, {grid, tall: true});
              holder.append(fresh);
              await fresh.updateComplete;
              await frame();
              await frame();
              const draw = performance.now() - begun;
              const scroll = fresh.querySelector('.grid-scroll');
              const frames = [];
              for (let i = 0; i < 60; i++) {
                const last = performance.now();
                scroll.scrollTop = i * 300;
                await fresh.updateComplete;
                await frame();
                frames.push(performance.now() - last);
              }
              frames.sort((a, b) => a - b);
              return `${grid.steps.length} steps × ${grid.executions.length} executions drawn in ${Math.round(draw)} ms; scrolling, a frame ${frames[30].toFixed(0)} ms at the median, ${frames[57].toFixed(0)} ms at 95 %`;
            }""";

    /** From a click to the page that it leads to. */
    private static final String TURN = """
            async words => {
              const first = () => document.querySelector('tbody a.subject')?.getAttribute('href');
              const before = first();
              const begun = performance.now();
              [...document.querySelectorAll('.more button')].find(button => button.textContent === words).click();
              while (first() === before) {
                await new Promise(requestAnimationFrame);
              }
              return Math.round(performance.now() - begun);
            }""";

    private static final String CONFIGURATION = """
            [storage.retention]
            executions = 2000000
            executions_in_all = 2000000

            [[jobs]]
            id      = "hello"
            command = "echo hello"
            """;
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

    /** How long the page's main thread has been busy, in seconds of a processor: what other processes do does not count. */
    private static double busy(Page page) {
        CDPSession session = page.context().newCDPSession(page);
        JsonObject domain = new JsonObject();
        domain.addProperty("timeDomain", "threadTicks");
        session.send("Performance.enable", domain);
        for (var metric : session.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            JsonObject one = metric.getAsJsonObject();
            if (one.get("name").getAsString().equals("TaskDuration")) {
                session.detach();
                return one.get("value").getAsDouble();
            }
        }
        throw new AssertionError("the browser does not say how long it was busy");
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

    @Test
    void figures() {
        BrowserContext browser = chromium.fresh();
        List<Request> loaded = new CopyOnWriteArrayList<>();
        Page page = browser.newPage();
        page.onRequestFinished(loaded::add);
        page.navigate(server.address() + "/signin#token=" + server.token());
        assertThat(page.locator(".tiles")).isVisible();
        long bytes = loaded.stream()
                .filter(request -> request.url().contains("/assets/"))
                .mapToLong(request -> request.sizes().responseBodySize)
                .sum();
        print("first load: " + bytes / 1000 + " kB, compressed");
        page.reload();
        assertThat(page.locator(".tiles")).isVisible();
        print("first view, warm: " + page.evaluate("() => Math.round(performance.now())") + " ms at most");
        for (int steps : List.of(100, 1_000, 5_000)) {
            server.api().post("/workflows", workflow(steps, 25)).expect(201);
            page.navigate(server.address() + "/workflows/graph-" + steps);
            page.waitForFunction("() => document.querySelector('baton-graph')?.graph");
            double before = busy(page);
            String told = page.evaluate(GRAPH).toString();
            print(steps + " steps: " + told + "; busy for " + Math.round((busy(page) - before) * 1_000)
                    + " ms of the processor in all");
        }
        page.navigate(server.address() + "/runs/" + trigger("/jobs/hello") + ".0");
        assertThat(page.locator(".log-line").first()).isVisible();
        Object log = page.evaluate(LOG);
        print("log: " + log);
        assertThat(log.toString()).endsWith("1 found");
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
        Page page = chromium.page(chromium.fresh());
        page.navigate(server.address() + "/signin#token=" + server.token());
        assertThat(page.locator(".tiles")).isVisible();
        page.reload();
        assertThat(page.locator(".tiles")).isVisible();
        print("first view, warm, of " + MANY + " executions: " + page.evaluate("() => Math.round(performance.now())")
                + " ms at most");
        page.navigate(server.address() + "/executions");
        assertThat(page.locator("tbody tr").first()).isVisible();
        print("list of " + MANY + " executions: the next page after " + page.evaluate(TURN, "Older")
                + " ms, the last after " + page.evaluate(TURN, "Oldest") + " ms, the one before it after "
                + page.evaluate(TURN, "Newer") + " ms");
        page.navigate(server.address() + "/workflows/graph-" + GRID_STEPS + "?tab=history&last=" + GRID_EXECUTIONS);
        page.waitForFunction("() => document.querySelector('baton-grid')?.grid");
        Object grid = page.evaluate(GRID);
        print("grid: " + grid);
        assertThat(grid.toString()).startsWith(GRID_STEPS + " steps × " + GRID_EXECUTIONS);
    }

    @Test
    void figures_of_many_events() {
        Page page = chromium.page(chromium.fresh());
        page.navigate(server.address() + "/signin#token=" + server.token());
        assertThat(page.locator(".tiles")).isVisible();
        long before = heap(page);
        String last = "";
        for (int i = 0; i < EVENTFUL; i++) {
            last = trigger("/jobs/hello");
        }
        ended(last);
        print("memory: " + before + " MB before and " + heap(page) + " MB after the events of " + EVENTFUL
                + " executions");
        assertThat(chromium.complaints()).isEmpty();
    }

    private static void print(String line) {
        System.out.println("dashboard, " + line);
    }
}
