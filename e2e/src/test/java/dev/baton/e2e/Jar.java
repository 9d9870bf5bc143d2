package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The one jar, which every process of these tests runs. */
final class Jar {

    /** Many processes that live for seconds: the first compiler is all they need, and leaves the processors to others. */
    private static final List<String> JAVA_OPTIONS = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private Jar() {}

    /** Runs it in a directory; what it prints goes to a file. */
    static Process run(Path directory, Path log, List<String> arguments) {
        Path jar = Path.of(System.getProperty("baton.jar", "../cli/target/baton.jar"))
                .toAbsolutePath()
                .normalize();
        assertThat(jar).as("the jar; mvn -pl cli -am package makes it").exists();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JAVA_OPTIONS);
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
