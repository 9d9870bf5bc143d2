package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Chromium without a window, with a profile of its own that it keeps from one page to the next. */
final class Browser {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Path program;
    private final Path directory;

    private Browser(Path program, Path directory) {
        this.program = program;
        this.directory = directory;
    }

    /** The one of this machine; without one the test is not run, which is said so that nobody overlooks it. */
    static Browser in(Path directory) {
        Optional<Path> program = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            System.err.println("NOT TESTED: there is no " + String.join(", ", NAMES)
                    + " on the PATH, so what people see in a browser has not been looked at");
            abort("no browser");
        }
        return new Browser(program.orElseThrow(), directory);
    }

    /** Opens a page, lets its scripts run, and gives what it looks like then, as HTML. */
    String open(String address) {
        Path log = directory.resolve("browser.log");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + directory.resolve("profile"),
                "--enable-logging=stderr",
                "--virtual-time-budget=20000",
                "--dump-dom",
                address));
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            String page = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What the scripts of the last page complained about. */
    List<String> complaints() {
        try (Stream<String> lines = Files.lines(directory.resolve("browser.log"))) {
            return lines.filter(line -> line.contains("CONSOLE")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
