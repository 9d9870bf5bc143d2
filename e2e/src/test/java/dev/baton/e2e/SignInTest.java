package dev.baton.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The address that a server prints at its first start signs a browser in, and leads to the dashboard. */
final class SignInTest {

    private static final Pattern SIGN_IN = Pattern.compile("Sign in: (\\S+)");

    private static Chromium chromium;
    private static ServerProcess server;

    @BeforeAll
    static void start() {
        chromium = Chromium.start();
        server = ServerProcess.start("sign-in", "");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            chromium.close();
        }
    }

    @Test
    void the_printed_address_signs_a_browser_in_for_good() {
        BrowserContext browser = chromium.fresh();
        Matcher printed = SIGN_IN.matcher(server.log());
        assertThat(printed.find()).isTrue();

        Page page = chromium.page(browser);
        page.navigate(printed.group(1));
        assertThat(page.locator("h1")).hasText("Overview");
        assertThat(page.url()).isEqualTo(server.address() + "/");
        assertThat(chromium.complaints()).isEmpty();

        Page other = chromium.page(browser);
        other.navigate(server.address() + "/signin");
        assertThat(other.locator("#signed-in #name")).hasText("admin");
    }

    @Test
    void whoever_is_not_signed_in_is_sent_to_sign_in_and_then_where_they_wanted_to_go() {
        Page page = chromium.fresh().newPage();
        page.navigate(server.address() + "/executions?status=failure");
        assertThat(page.locator("#signed-out")).isVisible();

        page.fill("#token", server.token());
        page.click("button.primary");

        assertThat(page.locator("h1")).hasText("Executions");
        assertThat(page.url()).endsWith("/executions?status=failure");
    }

    @Test
    void a_wrong_token_is_told_so() {
        Page page = chromium.fresh().newPage();

        page.navigate(server.address() + "/signin#token=btn_" + "A".repeat(43));

        assertThat(page.locator("#message")).hasText("the token is not known, has expired, or was revoked");
        assertThat(page.locator("#signed-out")).isVisible();
    }
}
