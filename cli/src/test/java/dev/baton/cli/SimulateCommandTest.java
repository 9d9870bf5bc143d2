package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {

    private static final String NIGHTLY = """
            [[workflows]]
            id = "etl"
            schedule = "0 2 * * *"
            [[workflows.steps]]
            id = "extract"
            command = "false"
            [[workflows.steps]]
            id = "load"
            command = "false"
            after = ["extract"]
            """;

    @TempDir
    private Path directory;

    @Test
    void the_next_day_is_told_step_by_step() throws IOException {
        Cli cli = simulate("--duration", "extract=10m");
        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("Mon 2026-11-16 02:00:00  Mon 2026-11-16 02:10:00  success  ", "etl/load")
                .doesNotContain("2026-11-17");
    }

    @Test
    void a_failure_is_followed_to_its_consequences() throws IOException {
        assertThat(simulate("--fail", "etl/extract").out()).contains("failure", "skipped", "extract failed");
    }

    @Test
    void programs_get_an_object() throws IOException {
        assertThat(simulate("--json", "--from", "2026-11-16", "--to", "2026-11-17")
                        .out())
                .startsWith("{\"from\":\"2026-11-16T00:00:00Z\",\"to\":\"2026-11-17T00:00:00Z\",\"executions\":[{");
    }

    @Test
    void bad_times_zones_and_steps_are_bad_input() throws IOException {
        assertThat(simulate("--from", "tomorrow").err()).contains("--from: \"tomorrow\" is not a time");
        assertThat(simulate("--zone", "Mars").err()).contains("--zone: \"Mars\"");
        assertThat(simulate("--fail", "extrakt").err()).contains("\"extrakt\", which does not exist");
        assertThat(simulate("--to", "2020-01-01").code()).isEqualTo(2);
    }

    private Cli simulate(String... options) throws IOException {
        Path file = Files.writeString(directory.resolve("baton.toml"), NIGHTLY);
        return Cli.run(Stream.concat(Stream.of("simulate", file.toString()), Stream.of(options))
                .toArray(String[]::new));
    }
}
