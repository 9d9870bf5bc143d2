package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests commands that need a screen: the live view on a pseudo terminal, and the browser. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScreenTest {

    private static final String OWN_SCREEN = "\u001b[?1049h";
    private static final String OLD_SCREEN = "\u001b[?1049l";

    @TempDir
    private Path directory;

    private RunningServer server() {
        return RunningServer.start(directory.resolve("data"), """
                [[jobs]]
                id      = "slow"
                command = 'sleep 60'
                """);
    }

    private Map<String, String> environment(RunningServer server) {
        Map<String, String> environment = new HashMap<>();
        environment.put("BATON_SERVER", server.address());
        environment.put("BATON_SERVER_DATA_DIR", server.dataDir().toString());
        environment.put("HOME", directory.toString());
        return environment;
    }

    @Test
    void top_draws_on_a_screen_of_its_own_and_gives_it_back_when_q_is_pressed() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "NOT TESTED: there is no script(1) here");
        try (RunningServer server = server()) {
            assertThat(server.run("trigger", "slow").code()).isZero();
            String top = "'" + Path.of(System.getProperty("java.home"), "bin", "java")
                    + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '" + System.getProperty("java.class.path") + "' "
                    + Main.class.getName() + " top --every 200ms";
            ProcessBuilder builder = new ProcessBuilder("script", "-qec", top, "/dev/null").redirectErrorStream(true);
            builder.environment().putAll(environment(server));
            builder.environment().put("TERM", "xterm");
            Process process = builder.start();
            StringBuilder seen = new StringBuilder();
            read(process, seen, "slow");
            assertThat(seen).contains(OWN_SCREEN);
            process.outputWriter().write("q");
            process.outputWriter().flush();
            read(process, seen, OLD_SCREEN);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
    }

    /** Reads until a text has come. */
    private static void read(Process process, StringBuilder seen, String text) throws IOException {
        InputStream in = process.getInputStream();
        byte[] buffer = new byte[8192];
        while (seen.indexOf(text) < 0) {
            int count = in.read(buffer);
            assertThat(count).as("the end of what it printed, after: %s", seen).isPositive();
            seen.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
        }
    }

    @Test
    void open_hands_the_browser_a_private_page_that_signs_in() throws Exception {
        Path opened = directory.resolve("opened");
        Path browser = Files.writeString(
                directory.resolve("browser"),
                "#!/bin/sh\necho \"$1\" > '" + opened + ".new' && mv '" + opened + ".new' '" + opened + "'\n");
        assertThat(browser.toFile().setExecutable(true)).isTrue();
        try (RunningServer server = server()) {
            Map<String, String> environment = environment(server);
            environment.put("BROWSER", browser.toString());
            Cli cli = Cli.run(environment, "open", "slow");
            assertThat(cli.code()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("Opened " + server.address() + "/jobs/slow")
                    .doesNotContain("btn_");
            await().atMost(1, TimeUnit.MINUTES).until(() -> Files.exists(opened));
            Path page = Path.of(Files.readString(opened).strip().replaceFirst("^file:/*", "/"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                    .isEqualTo("rw-------");
            assertThat(page)
                    .content()
                    .contains(server.address() + "/signin?next=%2Fjobs%2Fslow#token=" + server.adminToken());
        }
    }

    @Test
    void open_says_what_to_do_without_a_browser() {
        try (RunningServer server = server()) {
            Map<String, String> environment = environment(server);
            environment.put("BROWSER", directory.resolve("none").toString());
            Cli cli = Cli.run(environment, "open");
            assertThat(cli.code()).isEqualTo(1);
            assertThat(cli.err()).contains("no browser could be started", "Open " + server.address() + "/ yourself");
        }
    }
}
