package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The address that a server prints at its first start signs a browser in. */
final class SignInTest {

    private static final Pattern SIGN_IN = Pattern.compile("Sign in: (\\S+)");

    private final ServerProcess server = ServerProcess.start("sign-in", "");

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_printed_address_signs_a_browser_in_for_good() {
        Browser browser = Browser.in(server.directory());

        assertThat(shown(browser.open(server.address() + "/"))).isEqualTo("signed-out");

        Matcher printed = SIGN_IN.matcher(server.log());
        assertThat(printed.find()).isTrue();
        String page = browser.open(printed.group(1));
        assertThat(shown(page)).isEqualTo("signed-in");
        assertThat(page).contains("<strong id=\"name\">admin</strong>");
        assertThat(browser.complaints()).isEmpty();

        assertThat(shown(browser.open(server.address() + "/signin"))).isEqualTo("signed-in");
    }

    @Test
    void a_wrong_token_is_told_so() {
        Browser browser = Browser.in(server.directory());

        String page = browser.open(server.address() + "/signin#token=btn_" + "A".repeat(43));

        assertThat(shown(page)).isEqualTo("signed-out");
        assertThat(page).contains("the token is not known, has expired, or was revoked");
    }

    /** Which of the two parts of the page is not hidden. */
    private static String shown(String page) {
        Matcher part = Pattern.compile("id=\"(signed-(?:in|out))\">").matcher(page);
        assertThat(part.find()).as(page).isTrue();
        return part.group(1);
    }
}
