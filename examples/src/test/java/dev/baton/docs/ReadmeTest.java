package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.jdbc.Stores;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The Java of the README, compiled and run; {@link Nightly} and {@link NightlyTest} stand there in full. */
class ReadmeTest {

    private final List<String> done = new ArrayList<>();

    private void report(Instant day) {
        done.add("report of " + day);
    }

    private void awaitShutdown() {
        done.add("running");
    }

    @Test
    void the_first_job() {
        try (Baton baton = Baton.inMemory()) {
            baton.add(Job.named("report").cron("0 2 * * *").run(context -> report(context.scheduledTime())));
            baton.start();
            awaitShutdown();
        }
        assertThat(done).containsExactly("running");
    }

    @Test
    void the_first_job_that_survives(@TempDir Path folder) {
        Path path = folder.resolve("baton.db");
        Baton baton = Baton.on(Stores.sqlite(path));
        baton.close();
        assertThat(path).exists();
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void the_program_of_the_readme_prints_what_the_readme_shows() throws IOException, InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Nightly.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("CHANGELOG.md"))) {
            directory = directory.getParent();
        }
        assertThat(Files.readString(directory.resolve("README.md")))
                .contains("```text\n" + printed.toString(StandardCharsets.UTF_8) + "```");
    }
}
