package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
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

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
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
        Optional<Path> program = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
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
        BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(1440, 930).setTimezoneId("Europe/Berlin"));
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
    @SuppressWarnings("unchecked")
    static List<String> barriers(Page page) {
        if (!(Boolean) page.evaluate("() => 'axe' in window")) {
            page.evaluate(AXE);
        }
        return (List<String>) page.evaluate("""
                async () => (await axe.run(document, {resultTypes: ['violations']})).violations
                  .flatMap(rule => rule.nodes.map(node => rule.id + ': ' + node.target + ' ' + node.html.slice(0, 160)))""");
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
