package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {

    private static final String FINE = """
            [[jobs]]
            id = "hello"
            command = "echo hello"

            [[workflows]]
            id = "etl"
            [[workflows.steps]]
            id = "extract"
            command = "true"
            """;

    private static final String WRONG = """
            [[jobs]]
            id = "hello"
            comand = "echo hello"

            [[jobs]]
            id = "later"
            schedule = "61 * * * *"
            command = "true"
            """;

    @TempDir
    private Path directory;

    @Test
    void a_file_without_mistakes_is_summed_up() throws IOException {
        Path file = write(FINE);
        Cli cli = Cli.run("validate", file.toString());
        assertThat(cli.code()).isZero();
        assertThat(cli.out().strip()).isEqualTo(file + ": 1 job, 1 workflow");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void a_schedule_that_may_mean_something_else_is_warned_about() throws IOException {
        Path file = write("""
                [[jobs]]
                id = "unlucky"
                schedule = "0 0 13 * FRI"
                command = "true"
                """);
        Cli cli = Cli.run("validate", file.toString());
        assertThat(cli.code()).isZero();
        assertThat(cli.err()).contains("warning: the schedule of unlucky, \"0 0 13 * FRI\": ", "both restricted");
        assertThat(Cli.run("validate", "--json", file.toString()).out()).contains("\"warnings\":[\"the schedule of");
    }

    @Test
    void all_mistakes_are_told_at_once() throws IOException {
        Cli cli = Cli.run("validate", write(WRONG).toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .contains("baton.toml:3: ", "\"comand\"", "Did you mean \"command\"?")
                .contains("baton.toml:7: ", "61")
                .endsWith("3 problems" + System.lineSeparator());
    }

    @Test
    void a_condition_that_makes_no_sense_is_told_with_its_line() throws IOException {
        Cli cli = Cli.run(
                "validate", write(FINE + "when = \"parms.size == 'big'\"\n").toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("baton.toml:10: ", "\"when\" cannot be understood", "'parms'", "Did you mean \"params\"?");
    }

    @Test
    void programs_get_the_same_as_an_object() throws IOException {
        assertThat(Cli.run("validate", "--json", write(FINE).toString()).out().strip())
                .isEqualTo("{\"valid\":true,\"jobs\":1,\"workflows\":1,\"warnings\":[],\"total\":0,\"problems\":[]}");
        Cli wrong = Cli.run("validate", "--json", write(WRONG).toString());
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).isEmpty();
        assertThat(wrong.out()).startsWith("{\"valid\":false,\"total\":3,\"problems\":[{\"place\":\"baton.toml:");
    }

    @Test
    void variables_of_the_environment_count() throws IOException {
        Path file = write("[secrets]\nkey = \"${GREETING}\"\n");
        assertThat(Cli.run("validate", file.toString()).err()).contains("GREETING");
        assertThat(Cli.run(Map.of("GREETING", "hello"), "validate", file.toString())
                        .code())
                .isZero();
    }

    @Test
    void a_file_that_is_not_there_is_bad_input() {
        Path file = directory.resolve("nowhere.toml");
        Cli cli = Cli.run("validate", file.toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("nowhere.toml: there is no such file.", file.toString());
    }

    private Path write(String toml) throws IOException {
        return Files.writeString(directory.resolve("baton.toml"), toml);
    }
}
