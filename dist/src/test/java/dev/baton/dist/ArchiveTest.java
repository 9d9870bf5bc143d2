package dev.baton.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked on a machine that has Java and nothing else, runs. */
@DisabledOnOs(OS.WINDOWS)
class ArchiveTest {

    private static final String ARCHIVE = System.getProperty("baton.archive");

    /** As the first command on a machine: the others have the archive of classes, which halves what they cost. */
    private static final Map<String, String> PLAIN = Map.of("BATON_NO_ARCHIVE", "1");

    private final Path home = Unpacked.home();

    @TempDir
    private Path directory;

    private String baton(Path in, String... arguments) throws Exception {
        List<String> command = Stream.concat(Stream.of(home.resolve("bin/baton").toString()), Stream.of(arguments))
                .toList();
        return Program.run(in, Map.of(), command.toArray(String[]::new));
    }

    @Test
    void a_schedule_is_answered() throws Exception {
        assertThat(baton(directory, "cron", "0 2 * * *")).contains("at 02:00");
    }

    @Test
    void the_version_is_that_of_the_build() throws Exception {
        assertThat(baton(directory, "--version")).contains(System.getProperty("baton.version"));
    }

    @Test
    void the_command_runs_through_a_link_from_elsewhere(@TempDir Path elsewhere) throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("baton"), home.resolve("bin/baton"));
        assertThat(Program.run(elsewhere, PLAIN, link.toString(), "cron", "@daily"))
                .contains("at 00:00");
    }

    @Test
    void the_command_runs_from_a_directory_with_a_space_and_an_umlaut_in_the_locale_of_a_service() throws Exception {
        // The shell makes the name: this JVM may run in a locale in which it cannot.
        String script = """
                set -e
                place="$PWD/$(printf '\\303\\234ber uns')"
                mkdir "$place"
                cp -R "$1" "$place/baton"
                cd "$place"
                chmod -R a-w baton
                trap 'chmod -R u+w "$place/baton"' EXIT
                unset LANG LC_CTYPE
                baton/bin/baton cron @daily
                LC_ALL=C baton/bin/baton cron @hourly
                """;
        assertThat(Program.run(directory, PLAIN, "sh", "-c", script, "sh", home.toString()))
                .contains("at 00:00 every day", "every hour");
    }

    @Test
    void the_example_is_valid_and_runs(@TempDir Path elsewhere) throws Exception {
        String example = home.resolve("examples/baton.toml").toString();
        assertThat(baton(elsewhere, "validate", example)).contains("1 job, 1 workflow");
        assertThat(baton(elsewhere, "run", example, "etl")).contains("load").contains("success");
        assertThat(baton(
                        elsewhere,
                        "validate",
                        home.resolve("examples/demo.toml").toString()))
                .contains("jobs");
    }

    @Test
    void the_demo_server_becomes_ready_and_stops_when_told(@TempDir Path elsewhere) throws Exception {
        // The demo always has something running, for which a stop would wait.
        Map<String, String> impatient = Map.of("BATON_WORKER_SHUTDOWN_GRACE", "1s");
        try (Program server = Program.start(
                elsewhere,
                impatient,
                List.of(home.resolve("bin/baton").toString(), "server", "--demo", "--port", "0"))) {
            await().atMost(Duration.ofMinutes(2)).until(() -> isListening(server));
            String address = server.printed().replaceAll("(?s).*Baton listens on (http://\\S+).*", "$1");
            String port = address.substring(address.lastIndexOf(':') + 1);
            Path check = Path.of("docker/ready").toAbsolutePath();
            Program.run(elsewhere, Map.of("BATON_SERVER_PORT", port), check.toString());
            assertThat(baton(elsewhere, "workflows", "--quiet").lines()).contains("etl", "release", "nightly");
            server.stop();
        }
    }

    private static boolean isListening(Program server) {
        assertThat(server.process().isAlive()).as(server.printed()).isTrue();
        return server.printed().contains("Baton listens on ");
    }

    @Test
    void warm_up_makes_an_archive_of_classes_that_later_commands_use(@TempDir Path elsewhere) throws Exception {
        String command = home.resolve("bin/baton").toString();
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("java-" + Runtime.version().feature() + ".jsa");
        }
        assertThat(Program.run(
                        elsewhere,
                        Map.of("BATON_JAVA_OPTS", "-Xlog:class+load:file=" + elsewhere.resolve("classes.log")),
                        command,
                        "cron",
                        "@daily"))
                .contains("at 00:00");
        assertThat(Files.readString(elsewhere.resolve("classes.log")))
                .contains("dev.baton.cli.Main source: shared objects file (top)");
    }

    @Test
    void both_archives_hold_the_same_files() throws Exception {
        Path zip = Files.createDirectories(directory.resolve("zip"));
        Program.run(zip, Map.of(), "jar", "-xf", ARCHIVE + ".zip");
        assertThat(sizes(zip.resolve(home.getFileName()))).isEqualTo(sizes(home));
        assertThat(sizes(home))
                .containsKeys(
                        "bin/baton",
                        "lib/baton.jar",
                        "LICENSE",
                        "NOTICE",
                        "examples/baton.toml",
                        "systemd/baton.service",
                        "systemd/baton-worker.service");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("bin/baton"))))
                .isEqualTo("rwxr-xr-x");
    }

    /** Without what the first command adds. */
    private static Map<String, Long> sizes(Path folder) throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("java-"))
                    .toList()) {
                sizes.put(folder.relativize(file).toString(), Files.size(file));
            }
        }
        return sizes;
    }
}
