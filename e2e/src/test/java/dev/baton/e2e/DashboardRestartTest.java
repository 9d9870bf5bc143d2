package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server goes away and comes back while two tabs are open. */
final class DashboardRestartTest {

    private static final String DEFINITIONS = """
            [[workflows]]
            id = "release"
            [[workflows.steps]]
            id      = "ask"
            kind    = "approval"
            message = "Ship it?"
            [[workflows.steps]]
            id      = "ship"
            command = "true"
            after   = ["ask"]
            """;

    private final Chromium chromium = Chromium.start();
    private final ServerProcess server = ServerProcess.start("dashboard-restart", DEFINITIONS);

    @AfterEach
    void stop() {
        server.close();
        chromium.close();
    }

    @Test
    void a_lost_connection_is_said_and_both_tabs_catch_up_when_the_server_is_back() {
        BrowserContext browser = chromium.fresh();
        Page first = browser.newPage();
        first.navigate(server.address() + "/signin#token=" + server.token());
        assertThat(first.locator("h1")).hasText("Overview");
        String release = server.api()
                .post("/workflows/release/trigger")
                .expect(201)
                .path("id")
                .stringValue();
        first.navigate(server.address() + "/executions/" + release);
        Page second = browser.newPage();
        second.navigate(server.address() + "/approvals");
        assertThat(first.locator(".head-line .badge")).containsText("Asks a person");
        assertThat(second.locator(".approval")).hasCount(1);

        server.kill();
        assertThat(first.locator(".lost")).isVisible();
        assertThat(second.locator(".lost")).isVisible();
        assertThat(first.locator(".head-line .badge")).containsText("Asks a person");

        server.startInPlace();
        assertThat(first.locator(".lost")).hasCount(0);
        server.api()
                .post("/runs/" + release + ".0/approve", java.util.Map.of("approved", true))
                .expect(200);
        assertThat(first.locator(".head-line .badge")).containsText("Success");
        assertThat(second.locator(".empty")).containsText("Nothing waits for you");
    }
}
