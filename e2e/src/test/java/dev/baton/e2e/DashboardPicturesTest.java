package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Takes the pictures of the README and of docs/guide/dashboard.md from the demo, and leaves them in target/pictures. */
@Tag("long")
final class DashboardPicturesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int HISTORY = 20;
    private static final Set<String> ENDED = Set.of("success", "failure");

    private final Chromium chromium = Chromium.start();
    private final ServerProcess server = ServerProcess.demo("pictures");
    private final Api api = server.api();
    private final Page page = chromium.page(chromium.fresh());

    @AfterEach
    void stop() {
        server.close();
        chromium.close();
    }

    private JsonNode executions(String query) {
        return api.get("/executions?limit=100&" + query).expect(200).path("items");
    }

    private long endedOf(String workflow) {
        return executions("name=" + workflow)
                .valueStream()
                .filter(one -> ENDED.contains(one.path("status").stringValue()))
                .count();
    }

    private String failed() {
        return executions("name=etl&status=failure")
                .valueStream()
                .map(one -> one.path("id").stringValue())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private String newest(String name) {
        return executions("name=" + name).path(0).path("id").stringValue();
    }

    /** An execution in the middle: some steps done, a fan-out that counts, others still to come. */
    private String inTheMiddle() {
        String execution =
                api.post("/workflows/etl/trigger").expect(201).path("id").stringValue();
        await("a fan-out that counts")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> rows(execution)
                        .anyMatch(row -> row.path("status").stringValue().equals("running")
                                && row.at("/children/ended").asInt(0) > 2));
        return execution;
    }

    private Stream<JsonNode> rows(String execution) {
        return api.get("/executions/" + execution + "/timeline")
                .json()
                .path("rows")
                .valueStream();
    }

    private void photograph(String name, String path) {
        page.navigate(server.address() + path);
        page.waitForSelector(".main h1");
        page.waitForFunction("() => !document.querySelector('.main .loading')");
        // Fonts, and what follows the first look: the log, and why.
        page.evaluate("() => document.fonts.ready");
        page.waitForFunction("() => !document.querySelector('.small-loading')");
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "pictures", name + ".png")));
    }

    @Test
    void pictures() {
        await("a history, a failure, a question and a fan-out at work")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> endedOf("etl") >= HISTORY
                        && !executions("name=etl&status=failure").isEmpty()
                        && !executions("name=scan-targets&status=running").isEmpty()
                        && !api.get("/approvals").json().path("items").isEmpty());
        page.navigate(server.address() + "/signin#token=" + server.token());
        assertThat(page.locator("h1")).hasText("Overview");
        String failed = failed();

        photograph("overview", "/");
        photograph("running", "/executions/" + inTheMiddle() + "?step=clean");
        photograph("fan-out", "/executions/" + newest("scan-targets") + "?open=scan-targets&step=scan-targets");
        photograph("execution", "/executions/" + failed + "?step=load");
        photograph("workflow", "/workflows/etl");
        photograph("what-if", "/workflows/etl?tab=whatif&fail=clean");
        photograph("sub-workflow", "/workflows/nightly?open=etl");
        String run = rows(failed)
                .filter(row -> row.path("step").stringValue().equals("load"))
                .map(row -> row.path("run_id").stringValue())
                .findFirst()
                .orElseThrow();
        photograph("run", "/runs/" + run);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        photograph("overview-dark", "/");
        photograph("execution-dark", "/executions/" + failed + "?step=load");
        page.setViewportSize(390, 844);
        photograph("phone", "/executions/" + failed + "?step=load");
        assertThat(chromium.complaints()).isEmpty();
    }
}
