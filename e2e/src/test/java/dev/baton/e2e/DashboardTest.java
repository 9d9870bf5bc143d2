package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Uses the dashboard in a browser as people do, against the real server. */
final class DashboardTest {

    private static Chromium chromium;
    private static ServerProcess server;
    private static Api api;
    private static BrowserContext admin;
    private Page page;

    @BeforeAll
    static void start() {
        chromium = Chromium.start();
        server = ServerProcess.start("dashboard", Stories.text("/dashboard.toml"));
        api = server.api();
        admin = signedIn(server.token());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (chromium != null) {
            chromium.close();
        }
    }

    @AfterEach
    void close() {
        if (page != null) {
            page.close();
        }
    }

    private static BrowserContext signedIn(String token) {
        BrowserContext context = chromium.fresh();
        Page page = context.newPage();
        page.navigate(server.address() + "/signin#token=" + token);
        assertThat(page.locator("h1")).hasText("Overview");
        page.close();
        return context;
    }

    private Page open(String path) {
        page = chromium.page(admin);
        page.navigate(server.address() + path);
        return page;
    }

    private static String trigger(String path) {
        return api.post(path + "/trigger").expect(201).path("id").stringValue();
    }

    private static void ended(String execution) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.get("/executions/" + execution).json().has("finished"));
    }

    private static void asks(String execution) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.get("/approvals")
                        .json()
                        .path("items")
                        .valueStream()
                        .anyMatch(one -> one.path("execution_id").stringValue().equals(execution)));
    }

    private static Locator badge(Page page) {
        return page.locator(".head-line .badge");
    }

    @Test
    void every_view_opens_without_complaints() {
        List<String> complaints = new ArrayList<>();
        openEveryView(name -> chromium.complaints().forEach(one -> complaints.add(name + ": " + one)));
        assertThat(complaints).isEmpty();
    }

    @Test
    @Tag("long")
    void no_view_keeps_anybody_out_in_any_width_or_theme() {
        List<String> barriers = new ArrayList<>();
        openEveryView(name -> {
            Chromium.barriers(page).forEach(one -> barriers.add(name + ", " + one));
            inEveryWidthAndTheme(name);
        });
        assertThat(barriers).isEmpty();
    }

    /** Opens one view after the other, and lets a test look at each. */
    private void openEveryView(Consumer<String> look) {
        String bad = trigger("/jobs/bad");
        String many = trigger("/jobs/many");
        String wide = trigger("/jobs/wide");
        String release = trigger("/workflows/release");
        ended(bad);
        ended(many);
        ended(wide);
        asks(release);
        Map<String, String> views = new LinkedHashMap<>();
        views.put("overview", "/");
        views.put("workflows", "/workflows");
        views.put("jobs", "/jobs");
        views.put("workflow", "/workflows/release");
        views.put("workflow-history", "/workflows/release?tab=history");
        views.put("workflow-durations", "/workflows/release?tab=durations");
        views.put("workflow-open", "/workflows/outer?open=nested");
        views.put("what-if", "/workflows/release?tab=whatif&fail=build");
        views.put("job-window", "/jobs/looker");
        views.put("executions", "/executions");
        views.put("execution", "/executions/" + release);
        views.put("execution-table", "/executions/" + release + "?tab=table");
        views.put("execution-events", "/executions/" + bad + "?tab=events");
        views.put("runs", "/runs");
        views.put("run", "/runs/" + bad + ".0");
        views.put("run-items", "/runs/" + many + ".0");
        views.put("execution-items", "/executions/" + wide + "?open=wide&step=wide/3");
        views.put("approvals", "/approvals");
        views.put("calendar", "/calendar");
        views.put("schedules", "/schedules");
        views.put("workers", "/workers");
        views.put("queues", "/queues");
        views.put("audit", "/audit");
        views.put("tokens", "/tokens");
        views.put("doctor", "/doctor");
        views.put("new", "/new");
        open("/");
        views.forEach((name, path) -> {
            page.navigate(server.address() + path);
            page.waitForFunction(
                    "() => document.querySelector('.main h1') && !document.querySelector('.main .loading')");
            look.accept(name);
        });
    }

    /** Checks in three widths and both themes that nothing is wider than the screen, and that nobody is kept out. */
    private void inEveryWidthAndTheme(String name) {
        for (ColorScheme theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(
                    new Page.EmulateMediaOptions().setColorScheme(theme).setReducedMotion(ReducedMotion.REDUCE));
            for (int width : List.of(1440, 900, 380)) {
                page.setViewportSize(width, 930);
                assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                        .as("%s fits into %d pixels", name, width)
                        .isTrue();
                photograph(name + "-" + width + "-" + theme.name().toLowerCase(Locale.ROOT));
            }
        }
        // A phone has another layout, and the dark theme has other contrasts and nothing else.
        List<String> small = Chromium.barriers(page);
        page.setViewportSize(1440, 930);
        List<String> dark = Chromium.poorContrasts(page);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        assertThat(dark).as("%s in the dark", name).isEmpty();
        assertThat(small).as("%s in the dark on a phone", name).isEmpty();
    }

    /** Nothing is asserted of the pictures: they are for people, who take them with the long form. */
    private void photograph(String name) {
        if (Integer.getInteger("baton.seed.times", 1) > 1) {
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "screenshots", name + ".png")));
        }
    }

    @Test
    void an_execution_is_started_from_a_form_approved_and_seen_to_end_without_reloading() {
        open("/workflows/release");
        page.click("text=Start…");
        page.fill("#field-version", "2.0");
        page.click("dialog button.primary");

        // The page of the workflow says the same, when another execution of it asks.
        page.waitForURL(Pattern.compile(".*/executions/.*"));
        assertThat(badge(page)).containsText("Asks a person");
        String execution = page.url().replaceFirst(".*/", "").replaceFirst("\\?.*", "");
        assertThat(api.get("/executions/" + execution)
                        .json()
                        .at("/parameters/version")
                        .stringValue())
                .isEqualTo("2.0");
        assertThat(page.locator(".node.selected .name")).hasText("ask");
        assertThat(page.locator(".node.pale .name", new Page.LocatorOptions().setHasText("ship")))
                .isVisible();

        // Twice: the second click does no harm.
        page.dblclick(".panel-actions button.primary");

        assertThat(badge(page)).containsText("Success");
        assertThat(page.locator(".node.success .name", new Page.LocatorOptions().setHasText("ship")))
                .isVisible();
        assertThat(page).hasTitle(Pattern.compile("release success · Baton"));
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void a_run_that_waits_for_its_next_attempt_is_tried_at_once() {
        String execution = trigger("/jobs/patient");
        open("/executions/" + execution);
        assertThat(page.locator(".panel .badge")).containsText("retry in");

        page.click("text=Retry now");

        assertThat(badge(page)).hasText("Success");
        assertThat(page.locator(".panel")).containsText("attempt 2 of 2");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void a_workflow_in_a_workflow_opens_in_place_in_the_plan_and_in_an_execution() {
        open("/workflows/outer");
        page.click("[data-step=nested] .toggle");
        assertThat(page.locator("[data-step='nested/first']")).isVisible();
        assertThat(page.locator("[data-step=behind]")).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*open=nested.*"));

        String execution = trigger("/workflows/outer");
        ended(execution);
        page.navigate(server.address() + "/executions/" + execution);
        page.locator("[data-step=nested]").focus();
        page.keyboard().press("o");
        assertThat(page.locator(".node.frame[data-step=nested]")).isVisible();
        page.click("[data-step='nested/first']");
        assertThat(page.locator(".panel h2").first()).hasText("nested/first");
        assertThat(page.locator(".log-line").first()).containsText("first");
        assertThat(page.locator("[data-step=behind]")).isVisible();
        assertThat(page.locator(".timeline-card")).containsText("nested/second");
        assertThat(Chromium.barriers(page)).isEmpty();

        page.click("[data-step=nested] .toggle");
        assertThat(page.locator(".node.frame")).hasCount(0);
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void a_fanout_opens_in_place_into_pages_of_its_items() {
        String execution = trigger("/jobs/wide");
        ended(execution);
        open("/executions/" + execution);
        page.click("[data-step=wide] .toggle");
        assertThat(page.locator("[data-step='wide/11']")).containsText("item-11");
        assertThat(page.locator("[data-step='wide/12']")).hasCount(0);

        page.click("[data-step=wide] .toggle[data-way='1']");
        assertThat(page.locator("[data-step='wide/12']")).isVisible();
        page.locator("[data-step='wide/12']").focus();
        page.keyboard().press("PageDown");
        assertThat(page.locator("[data-step='wide/29']")).isVisible();
        assertThat(page.locator("[data-step=wide]").first()).containsText("25–30 of 30");

        page.click("[data-step='wide/29']");
        assertThat(page.locator(".panel h2").first()).hasText("item-29");
        assertThat(page.locator(".log-line").first()).containsText("item item-29");
        page.reload();
        assertThat(page.locator(".node.selected .name")).hasText("item-29");
        assertThat(Chromium.barriers(page)).isEmpty();

        page.locator("[data-step=wide]").first().focus();
        page.keyboard().press("o");
        assertThat(page.locator("[data-step='wide/29']")).hasCount(0);
        assertThat(page).not().hasURL(Pattern.compile(".*items=.*"));
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void where_one_looks_at_a_graph_from_is_in_the_address() {
        open("/workflows/release");
        Locator world = page.locator("baton-graph .world");
        assertThat(world).hasAttribute("transform", Pattern.compile("scale"));
        page.click("button[aria-label=Larger]");
        page.click("button[aria-label=Larger]");
        assertThat(page).hasURL(Pattern.compile(".*look=.*"));
        String near = world.getAttribute("transform");

        page.reload();
        // Which place is in the middle: the room around it may be another while the page is being laid out.
        page.waitForFunction("""
                () => {
                  const graph = document.querySelector('baton-graph');
                  if (!graph) {
                    return false;
                  }
                  const {x, y, zoom, wide, high} = graph;
                  const middle = (room, at) => Math.round((room / 2 - at) / zoom);
                  return new URLSearchParams(location.search).get('look')
                      === [Number(zoom.toFixed(3)), middle(wide, x), middle(high, y)].join();
                }""");
        page.click("button[aria-label='Fit all into view']");
        assertThat(page).not().hasURL(Pattern.compile(".*look=.*"));
        assertThat(world).not().hasAttribute("transform", near);
    }

    @Test
    void a_hold_is_seen_at_once_and_a_definition_says_where_it_stands() {
        String release = trigger("/workflows/release");
        asks(release);
        open("/executions/" + release);
        assertThat(badge(page)).containsText("Asks a person");
        api.post("/executions/" + release + "/hold").expect(200);
        assertThat(page.locator(".head .actions")).containsText("Release");
        api.post("/executions/" + release + "/cancel").expect(200);
        assertThat(badge(page)).containsText("Cancelled");

        page.navigate(server.address() + "/workflows/release?tab=definition");
        assertThat(page.locator(".main")).containsText("baton.toml:");
    }

    @Test
    void durations_are_drawn_and_lead_to_their_executions() {
        for (int i = 0; i < 3; i++) {
            ended(trigger("/jobs/bad"));
        }
        open("/jobs/bad?tab=durations");
        Locator points = page.locator(".chart-point");
        assertThat(points.nth(2)).isVisible();
        points.last().focus();
        page.keyboard().press("ArrowLeft");
        page.keyboard().press("Enter");
        assertThat(badge(page)).hasText("Failure");
        assertThat(page).hasURL(Pattern.compile(".*/executions/[0-9a-f-]{36}"));
    }

    @Test
    void a_failure_says_why_shows_its_log_in_colour_and_leads_to_what_would_have_been() {
        ended(trigger("/jobs/bad"));
        open("/");
        page.locator(".failed", new Page.LocatorOptions().setHasText("exit code 7"))
                .first()
                .locator("text=Log")
                .click();

        assertThat(badge(page)).hasText("Failure");
        assertThat(page.locator("baton-why")).containsText("exit code 7");
        assertThat(page.locator(".log-line.stderr .a-red")).hasText("red");
        page.fill(".log-tools input", "WRONG");
        assertThat(page.locator(".log-tools")).containsText("1 of 2");
        assertThat(page.locator(".log-line mark").first()).hasText("wrong");
    }

    @Test
    void a_definition_is_paused_with_a_reason_and_resumed() {
        open("/jobs/looker");
        page.click("text=Pause…");
        page.fill("#field-reason", "stock-taking");
        page.click("dialog button.primary");
        assertThat(page.locator(".paused-note")).containsText("stock-taking");

        page.click("text=Undo");
        assertThat(page.locator(".paused-note")).hasCount(0);
    }

    @Test
    void a_worker_is_drained_and_takes_runs_again() {
        open("/workers");
        Locator worker = page.locator("[aria-label='Worker server']");
        worker.locator("text=Drain…").click();
        page.click("dialog button.primary");
        assertThat(worker.locator(".badge")).containsText("Draining");

        worker.locator("text=Resume").click();
        assertThat(worker.locator(".badge")).containsText("Ready");
        assertThat(worker.locator("text=Drain…")).isVisible();
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void what_is_chosen_is_in_the_address_and_back_goes_back() {
        ended(trigger("/jobs/bad"));
        open("/executions");
        page.click(".chip:has-text('Failure')");
        assertThat(page).hasURL(Pattern.compile(".*/executions\\?status=failure"));
        page.locator("tbody tr").first().locator("a.subject").click();
        assertThat(badge(page)).hasText("Failure");
        page.goBack();
        assertThat(page.locator(".chip[aria-pressed=true]")).hasText("Failure");
        page.keyboard().press("g");
        page.keyboard().press("d");
        assertThat(page.locator("h1")).hasText("Doctor");
        page.keyboard().press("?");
        assertThat(page.locator("dialog.help")).isVisible();
        page.keyboard().press("Escape");
        page.keyboard().press("Control+k");
        page.keyboard().type("never");
        assertThat(page.locator(".hit").first()).containsText("bad");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("bad");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void a_viewer_sees_everything_and_can_change_nothing() {
        String release = trigger("/workflows/release");
        asks(release);
        BrowserContext viewer = signedIn(api.newToken("viewer"));
        Page looking = chromium.page(viewer);
        looking.navigate(server.address() + "/executions/" + release);
        assertThat(badge(looking)).containsText("Asks a person");
        assertThat(looking.locator("baton-why")).isVisible();
        assertThat(looking.locator(".head .actions")).hasCount(0);
        assertThat(looking.locator(".panel-actions")).hasCount(0);
        assertThat(looking.locator(".nav-item", new Page.LocatorOptions().setHasText("Tokens")))
                .hasCount(0);
        assertThat(chromium.complaints()).isEmpty();
        viewer.close();
        api.post("/executions/" + release + "/cancel").expect(200);
    }

    @Test
    void the_editor_shows_mistakes_at_their_lines_and_saves_what_is_right() {
        open("/new");
        page.fill(".editor textarea", "[[jobs]]\nid = \"fresh\"\ncomand = \"true\"\n");
        assertThat(page.locator(".problem").last()).containsText("comand");
        assertThat(page.locator(".gutter .bad").last()).hasText("3");

        page.fill(".editor textarea", "[[jobs]]\nid = \"fresh\"\nschedule = \"@daily\"\ncommand = \"true\"\n");
        page.click("button:has-text('Save'):not([disabled])");

        assertThat(page.locator("h1")).hasText("fresh");
        assertThat(api.get("/jobs/fresh").expect(200).at("/definition/source").stringValue())
                .isEqualTo("api");
    }
}
