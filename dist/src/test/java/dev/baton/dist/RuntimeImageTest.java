package dev.baton.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java runtime of the Docker image, made here by the same command, has all modules that a server needs. */
@Tag("long")
class RuntimeImageTest {

    @Test
    void a_server_runs_on_the_modules_that_the_dockerfile_names(@TempDir Path directory) throws Exception {
        Path jlink = Path.of(System.getProperty("java.home"), "bin", "jlink");
        assumeTrue(
                Files.isExecutable(jlink) && Files.exists(Path.of(System.getProperty("java.home"), "jmods")),
                "NOT TESTED: this Java has no jlink or no jmods");
        Matcher modules =
                Pattern.compile("--add-modules (\\S+)").matcher(Files.readString(Path.of("docker/Dockerfile")));
        assertThat(modules.find()).isTrue();
        Path java = directory.resolve("java");
        Program.run(
                directory,
                Map.of(),
                jlink.toString(),
                "--output",
                java.toString(),
                "--strip-debug",
                "--add-modules",
                modules.group(1));
        // It starts a server and triggers a job; what goes wrong there is printed.
        assertThat(Program.run(
                        directory,
                        Map.of(),
                        java.resolve("bin/java").toString(),
                        "-jar",
                        System.getProperty("baton.jar"),
                        "warm-up"))
                .doesNotContain("Exception", "NoClassDefFoundError");
    }
}
