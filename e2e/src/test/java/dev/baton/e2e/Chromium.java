package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The Chromium of this machine, without a window. What pages complain about is gathered. For one thread. */
final class Chromium implements AutoCloseable {

    /** The one without anything for windows starts with a third of the work. */
    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");

    private static final int PATIENCE_MILLIS = 60_000;
    private static final String AXE = readAxe();

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Chromium(Path program) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--disable-dev-shm-usage")));
    }

    /** Starts it; without one the test is not run, which is said so that nobody overlooks it. */
    static Chromium start() {
        Optional<Path> program = NAMES.stream()
                .flatMap(name -> Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            System.err.println("NOT TESTED: there is no " + String.join(", ", NAMES)
                    + " on the PATH, so what people see in a browser has not been looked at");
            abort("no browser");
        }
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        return new Chromium(program.orElseThrow());
    }

    /** A browser that nobody has signed in to anything. */
    BrowserContext fresh() {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(1440, 930)
                .setTimezoneId("Europe/Berlin")
                // What turns would be drawn sixty times a second, by a processor that has other things to do.
                .setReducedMotion(ReducedMotion.REDUCE));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        return context;
    }

    /** A page of a browser whose complaints count. */
    Page page(BrowserContext context) {
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(page.url() + ": " + message.text());
            }
        });
        page.onPageError(error -> complaints.add(page.url() + ": " + error));
        return page;
    }

    /** What pages complained about since it was last asked for: errors, and what their policy forbade. */
    List<String> complaints() {
        List<String> all = List.copyOf(complaints);
        complaints.clear();
        return all;
    }

    /** What keeps people out of the page that is shown, found by axe: rule, and where. */
    static List<String> barriers(Page page) {
        return axe(page, "{resultTypes: ['violations']}");
    }

    /** The same for the rules alone that look at colours, for a page that differs from one before in its theme. */
    static List<String> poorContrasts(Page page) {
        return axe(page, "{resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']}");
    }

    @SuppressWarnings("unchecked")
    private static List<String> axe(Page page, String options) {
        if (!(Boolean) page.evaluate("() => 'axe' in window")) {
            page.evaluate(AXE);
        }
        return (List<String>) page.evaluate("""
                async () => (await axe.run(document, %s)).violations
                  .flatMap(rule => rule.nodes.map(node => rule.id + ': ' + node.target + ' ' + node.html.slice(0, 160)))""".formatted(options));
    }

    private static String readAxe() {
        try (InputStream in = Objects.requireNonNull(Chromium.class.getResourceAsStream("/axe.min.js"), "axe.min.js")) {
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(script).contains("axe");
            return script;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
