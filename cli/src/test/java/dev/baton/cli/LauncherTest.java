package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the script at the root of a checkout, with a fake Java that prints its arguments and makes the archive of classes
 * that it is asked for.
 */
@DisabledOnOs(OS.WINDOWS)
final class LauncherTest {

    private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";

    @TempDir
    private Path checkout;

    @BeforeEach
    void copy() throws IOException {
        Files.copy(Path.of("..", "baton"), checkout.resolve("baton"));
        Path launch = Path.of("dist/src/main/dist/lib/launch.sh");
        Files.createDirectories(checkout.resolve(launch).getParent());
        Files.copy(Path.of("..").resolve(launch), checkout.resolve(launch));
        Files.createDirectories(checkout.resolve("cli/target"));
        Files.createFile(checkout.resolve("cli/target/baton.jar"));
    }

    private Path java(String version) throws IOException {
        Path home = checkout.resolve("java");
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                for word; do
                    echo "$word"
                    case $word in -XX:ArchiveClassesAtExit=*) : >"${word#*=}" ;; esac
                done
                """);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private List<String> words(String version, String command) throws IOException, InterruptedException {
        return words(version, command, false);
    }

    private List<String> words(String version, String command, boolean archived)
            throws IOException, InterruptedException {
        ProcessBuilder launcher =
                new ProcessBuilder("sh", checkout.resolve("baton").toString(), command).redirectErrorStream(true);
        launcher.environment().put("JAVA_HOME", java(version).toString());
        launcher.environment().remove("BATON_JAVA_OPTS");
        if (!archived) {
            launcher.environment().put("BATON_NO_ARCHIVE", "1");
        }
        Process process = launcher.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.lines().toList();
    }

    @ParameterizedTest
    @CsvSource({"17.0.12, false", "21, false", "23.0.2, false", "24, true", "25.0.1, true"})
    void only_a_java_that_would_warn_of_unsafe_memory_is_told_not_to(String version, boolean told) throws Exception {
        assertThat(words(version, "server").contains(UNSAFE)).isEqualTo(told);
        assertThat(words(version, "validate").contains(UNSAFE)).isEqualTo(told);
    }

    @Test
    void what_is_asked_of_it_comes_after_the_jar() throws Exception {
        List<String> words = words("25", "doctor");
        assertThat(words.subList(words.indexOf("-jar") + 1, words.size()))
                .extracting(word -> Path.of(word).getFileName().toString())
                .containsExactly("baton.jar", "doctor");
    }

    private Path jarOf(List<String> words) {
        return Path.of(words.get(words.indexOf("-jar") + 1));
    }

    @Test
    void what_runs_is_a_copy_that_a_build_does_not_write_over() throws Exception {
        Path built = checkout.resolve("cli/target/baton.jar");
        Files.writeString(built, "first");
        Path first = jarOf(words("25", "server"));
        assertThat(first).isNotEqualTo(built).hasContent("first");
        assertThat(jarOf(words("25", "jobs"))).as("nothing was built since").isEqualTo(first);

        // A server that runs from the copy: a program whose command line names it.
        Process server = new ProcessBuilder("sh", "-c", "read -r line", first.toString())
                .redirectErrorStream(true)
                .start();
        try {
            Files.writeString(built, "second");
            Files.setLastModifiedTime(
                    built,
                    FileTime.from(Files.getLastModifiedTime(first).toInstant().plusSeconds(5)));
            Path second = jarOf(words("25", "jobs"));
            assertThat(second).isNotEqualTo(first).hasContent("second");
            assertThat(first).as("the jar of the running server").hasContent("first");
        } finally {
            server.destroyForcibly().waitFor();
        }
        Files.setLastModifiedTime(
                built,
                FileTime.from(Files.getLastModifiedTime(built).toInstant().plusSeconds(5)));
        jarOf(words("25", "jobs"));
        assertThat(first).as("a copy that nobody uses any more").doesNotExist();
    }

    @Test
    void an_archive_of_classes_is_made_once_and_then_used() throws Exception {
        List<String> without = words("25", "cron", true);
        assertThat(without).noneMatch(word -> word.contains("SharedArchiveFile"));
        Path archive = madeArchive(jarOf(without), "25");
        // The fake Java is written anew for each command, and an archive older than its Java is not used.
        Files.setLastModifiedTime(
                archive,
                FileTime.from(Files.getLastModifiedTime(checkout.resolve("java/release"))
                        .toInstant()
                        .plusSeconds(60)));
        assertThat(words("25", "cron", true)).contains("-XX:SharedArchiveFile=" + archive);
        assertThat(words("25", "cron")).as("BATON_NO_ARCHIVE").noneMatch(word -> word.contains("SharedArchiveFile"));
        List<String> another = words("17.0.1", "cron", true);
        assertThat(another)
                .as("another Java has another archive")
                .noneMatch(word -> word.contains("SharedArchiveFile"));
        madeArchive(jarOf(another), "17");
    }

    /** Waits until the launcher has made an archive in the background, after which it writes nothing any more. */
    private static Path madeArchive(Path jar, String version) {
        Path archive = jar.resolveSibling("java-" + version + ".jsa");
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(archive));
        return archive;
    }
}
