package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
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

    private final Chromium chromium = Chromium.start();
    private final ServerProcess server = ServerProcess.start("figures", """
            [[jobs]]
            id      = "hello"
            command = "echo hello"
            """);

    @AfterEach
    void stop() {
        server.close();
        chromium.close();
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
            print(steps + " steps: " + page.evaluate(GRAPH));
        }
        String run =
                server.api().post("/jobs/hello/trigger").expect(201).path("id").stringValue() + ".0";
        page.navigate(server.address() + "/runs/" + run);
        assertThat(page.locator(".log-line").first()).isVisible();
        Object log = page.evaluate(LOG);
        print("log: " + log);
        assertThat(log.toString()).endsWith("1 found");
    }

    private static void print(String line) {
        System.out.println("dashboard, " + line);
    }
}
