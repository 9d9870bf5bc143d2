package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The one jar, which every process of these tests runs. */
final class Jar {

    /** Many processes that live for seconds: the first compiler is all they need, and leaves the processors to others. */
    private static final List<String> JAVA_OPTIONS = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** Loaded and verified classes, as the launcher has them: it halves the work of a start. */
    private static final Path ARCHIVE = archive();

    private Jar() {}

    /** Runs it in a directory; what it prints goes to a file. */
    static Process run(Path directory, Path log, List<String> arguments) {
        List<String> options = Files.exists(ARCHIVE) ? List.of("-XX:SharedArchiveFile=" + ARCHIVE) : List.of();
        return start(directory, log, options, arguments);
    }

    private static Path archive() {
        try {
            Path archive = Files.createDirectories(Path.of("target").toAbsolutePath())
                    .resolve("classes-" + ProcessHandle.current().pid() + ".jsa");
            Path log = archive.resolveSibling("warm-up.log");
            Process warmUp =
                    start(archive.getParent(), log, List.of("-XX:ArchiveClassesAtExit=" + archive), List.of("warm-up"));
            assertThat(warmUp.waitFor()).as("%s", log).isZero();
            return archive;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Process start(Path directory, Path log, List<String> options, List<String> arguments) {
        Path jar = Path.of(System.getProperty("baton.jar", "../cli/target/baton.jar"))
                .toAbsolutePath()
                .normalize();
        assertThat(jar).as("the jar; mvn -pl cli -am package makes it").exists();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JAVA_OPTIONS);
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        try {
            return new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
