package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BoundedMemoryTest {

    @Test
    @Timeout(120)
    void a_run_that_says_100_megabytes_fills_no_memory_and_holds_up_nobody() throws Exception {
        String output = inSmallHeap(LoudRun.class);
        assertThat(output).contains("loud: SUCCESS", "characters of output were dropped here");
    }

    private static String inSmallHeap(Class<?> program) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(List.of(
                        java.toString(),
                        "-Xmx48m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
