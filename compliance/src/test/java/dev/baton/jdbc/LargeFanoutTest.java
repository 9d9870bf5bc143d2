package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The results of a fan-out may be larger than memory. */
@Timeout(300)
class LargeFanoutTest {

    private static final int ITEMS = 1_500;
    private static final int LENGTH = 50_000;

    @TempDir
    Path folder;

    @Test
    void a_fan_out_whose_results_are_larger_than_memory_ends_and_is_reduced() throws Exception {
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Xmx48m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LargeFanoutNode.class.getName(),
                        folder.resolve("baton.db").toString(),
                        Integer.toString(ITEMS),
                        Integer.toString(LENGTH)))
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(printed, StandardCharsets.UTF_8))
                .as("what the process printed")
                .contains(Long.toString((long) ITEMS * LENGTH));
    }
}
