package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A browser is signed in, by the address that a server prints at its first start as well. Then its connection is cut while
 * the server goes on, while the session ends, and by the server's own end.
 */
@Tag("ci")
final class DashboardConnectionTest {

    private static final String DEFINITIONS = """
            [[jobs]]
            id      = "counter"
            command = 'i=0; until test -e @DIR@/stop; do i=$((i+1)); echo "line $i"; sleep 0.02; done'

            [[jobs]]
            id      = "chatty"
            command = 'seq -f "line %.0f of a log that is longer than what a page reads at first" 1 40000'

            [[workflows]]
            id = "release"
            [[workflows.steps]]
            id      = "ask"
            kind    = "approval"
            message = "Ship it?"
            """;

    private static final int MISSED = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static Chromium chromium;
    private static ServerProcess server;
    private static String printedAddress;

    private Cable cable;
    private BrowserContext browser;
    private Page page;

    @BeforeAll
    static void start() {
        chromium = Chromium.start();
        server = ServerProcess.start("dashboard-connection", DEFINITIONS);
        await().atMost(PATIENCE).until(() -> server.log().contains("Sign in: "));
        printedAddress = server.log().replaceFirst("(?s).*Sign in: (\\S+).*", "$1");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            chromium.close();
        }
    }

    @BeforeEach
    void signIn() {
        cable = Cable.to(server.address());
        browser = chromium.fresh();
        page = browser.newPage();
        page.navigate(cable.address() + "/signin#token=" + server.token());
        assertThat(page.locator("h1")).hasText("Overview");
    }

    @AfterEach
    void signOut() {
        browser.close();
        cable.close();
    }

    private String trigger(String path) {
        return server.api().post(path + "/trigger").expect(201).path("id").stringValue();
    }

    private void approve(String execution) {
        server.api()
                .post("/runs/" + execution + ".0/approve", Map.of("approved", true))
                .expect(200);
    }

    private long lines(String run) {
        return server.api().get("/runs/" + run + "/log").body().lines().count();
    }

    @SuppressWarnings("unchecked")
    private List<String> shown() {
        return (List<String>) page.evaluate("() => document.querySelector('baton-log').lines.text");
    }

    @Test
    void a_log_has_no_gap_and_no_line_twice_after_the_connection_was_lost() throws IOException {
        String run = trigger("/jobs/counter") + ".0";
        page.navigate(cable.address() + "/runs/" + run);
        assertThat(page.locator(".log-line").first()).isVisible();

        cable.cut();
        assertThat(page.locator(".lost")).isVisible();
        assertThat(page.locator(".log-lost")).isVisible();
        assertThat(page.locator(".log-line").first()).isVisible();
        long before = shown().size();
        await().atMost(PATIENCE).until(() -> lines(run) > before + MISSED);

        cable.mend();
        assertThat(page.locator(".lost")).hasCount(0);
        assertThat(page.locator(".log-lost")).hasCount(0);
        Files.createFile(server.directory().resolve("stop"));
        assertThat(page.locator(".head-line .badge")).hasText("Success");
        await().atMost(PATIENCE)
                .until(() -> page.evaluate("() => document.querySelector('baton-log').state")
                        .equals("ended"));
        List<String> all = shown();
        assertThat(all.size()).isGreaterThan((int) before + MISSED);
        assertThat(all)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, all.size())
                        .mapToObj(i -> "line " + i)
                        .toList());
    }

    @Test
    @Tag("long")
    void a_long_log_is_read_back_whole_for_a_search() {
        String execution = trigger("/jobs/chatty");
        await().atMost(PATIENCE)
                .until(() -> server.api().get("/executions/" + execution).json().has("finished"));
        page.navigate(cable.address() + "/runs/" + execution + ".0");
        assertThat(page.locator(".log-line").last()).containsText("line 40000 ");
        assertThat(shown().size()).isLessThan(40_000);

        page.fill(".log-tools input", "line 1 of");
        assertThat(page.locator(".log-tools")).containsText("1 of 1");
        assertThat(page.locator(".log-line.marked")).containsText("line 1 of");
        assertThat(shown())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 40_000)
                        .mapToObj(i -> "line " + i + " of a log that is longer than what a page reads at first")
                        .toList());
    }

    @Test
    void what_changed_while_the_connection_was_lost_is_shown_when_it_is_back() {
        String release = trigger("/workflows/release");
        page.navigate(cable.address() + "/executions/" + release);
        assertThat(page.locator(".head-line .badge")).containsText("Asks a person");

        cable.cut();
        assertThat(page.locator(".lost")).isVisible();
        approve(release);
        assertThat(page.locator(".head-line .badge")).containsText("Asks a person");

        cable.mend();
        assertThat(page.locator(".head-line .badge")).containsText("Success");
        assertThat(page.locator(".lost")).hasCount(0);
    }

    @Test
    @Tag("long")
    void a_session_that_ended_while_the_connection_was_lost_is_begun_anew_and_leads_back() {
        String release = trigger("/workflows/release");
        page.navigate(cable.address() + "/executions/" + release + "?tab=table");
        assertThat(page.locator(".head-line .badge")).containsText("Asks a person");

        cable.cut();
        assertThat(page.locator(".lost")).isVisible();
        assertThat(browser.request()
                        .delete(
                                server.address() + "/api/v1/session",
                                RequestOptions.create()
                                        .setHeader("X-Baton-CSRF", "1")
                                        .setHeader("Sec-Fetch-Site", "same-origin"))
                        .status())
                .isEqualTo(204);

        cable.mend();
        assertThat(page).hasURL(Pattern.compile(".*/signin\\?next=.*"));
        page.fill("#token", server.token());
        page.click("button.primary");
        assertThat(page).hasURL(Pattern.compile(".*/executions/" + release + "\\?tab=table"));
        assertThat(page.locator(".head-line .badge")).containsText("Asks a person");
        // So that no approval is left for the tests that look at all of them.
        approve(release);
    }

    @Test
    @Tag("long")
    void a_session_that_ends_while_the_page_is_open_leads_to_the_page_to_sign_in() {
        String release = trigger("/workflows/release");
        page.navigate(cable.address() + "/executions/" + release);
        assertThat(page.locator(".head-line .badge")).containsText("Asks a person");
        Page other = browser.newPage();
        other.navigate(cable.address() + "/");
        assertThat(other.locator("h1")).hasText("Overview");

        other.click(".top summary:has-text('admin')");
        other.click("text=Sign out");
        assertThat(other).hasURL(Pattern.compile(".*/signin"));

        // The next thing that the first page asks for.
        approve(release);
        assertThat(page).hasURL(Pattern.compile(".*/signin\\?next=.*"));
    }

    @Test
    @Tag("long")
    void a_restart_of_the_server_is_said_and_both_tabs_catch_up() {
        String release = trigger("/workflows/release");
        page.navigate(server.address() + "/executions/" + release);
        Page second = browser.newPage();
        second.navigate(server.address() + "/approvals");
        assertThat(page.locator(".head-line .badge")).containsText("Asks a person");
        assertThat(second.locator(".approval")).hasCount(1);

        server.kill();
        assertThat(page.locator(".lost")).isVisible();
        assertThat(second.locator(".lost")).isVisible();
        assertThat(page.locator(".head-line .badge")).containsText("Asks a person");

        server.startInPlace();
        assertThat(page.locator(".lost")).hasCount(0);
        approve(release);
        assertThat(page.locator(".head-line .badge")).containsText("Success");
        assertThat(second.locator(".empty")).containsText("Nothing waits for you");
    }

    @Test
    void the_printed_address_signs_a_browser_in_for_good() {
        BrowserContext another = chromium.fresh();
        Page first = chromium.page(another);
        first.navigate(printedAddress);
        assertThat(first.locator("h1")).hasText("Overview");
        assertThat(first.url()).isEqualTo(server.address() + "/");
        assertThat(chromium.complaints()).isEmpty();

        Page other = chromium.page(another);
        other.navigate(server.address() + "/signin");
        assertThat(other.locator("#signed-in #name")).hasText("admin");
        another.close();
    }

    @Test
    void whoever_is_not_signed_in_is_sent_to_sign_in_and_then_where_they_wanted_to_go() {
        BrowserContext another = chromium.fresh();
        Page stranger = another.newPage();
        stranger.navigate(server.address() + "/executions?status=failure");
        assertThat(stranger.locator("#signed-out")).isVisible();

        stranger.fill("#token", server.token());
        stranger.click("button.primary");

        assertThat(stranger.locator("h1")).hasText("Executions");
        assertThat(stranger.url()).endsWith("/executions?status=failure");
        another.close();
    }

    @Test
    void a_wrong_token_is_told_so() {
        BrowserContext another = chromium.fresh();
        Page stranger = another.newPage();

        stranger.navigate(server.address() + "/signin#token=btn_" + "A".repeat(43));

        assertThat(stranger.locator("#message")).hasText("the token is not known, has expired, or was revoked");
        assertThat(stranger.locator("#signed-out")).isVisible();
        another.close();
    }
}
