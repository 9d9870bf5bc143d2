package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {

    private static final String ONE = """
            [queues.elsewhere]
            limit = 1

            [[workflows]]
            id = "etl"
            schedule = "* * * * *"
            run_immediately = true
            parameters = { rows = 2, table = "orders" }
            [[workflows.steps]]
            id = "extract"
            command = 'seq 1 "$BATON_PARAM_ROWS"; echo "from $BATON_PARAM_TABLE"'
            queue = "elsewhere"
            labels = ["gpu"]
            [[workflows.steps]]
            id = "load"
            command = 'echo loaded'
            after = ["extract"]
            [[workflows.steps]]
            id = "tidy"
            command = 'echo tidied'
            final = true
            """;

    private static final String TWO = """
            [[jobs]]
            id = "broken"
            command = 'echo "no such luck" >&2; exit 3'

            [[workflows]]
            id = "outer"
            [[workflows.steps]]
            id = "part"
            kind = "workflow"
            workflow = "inner"

            [[workflows]]
            id = "inner"
            [[workflows.steps]]
            id = "only"
            command = 'echo inside'
            """;

    @TempDir
    private Path directory;

    @Test
    void the_only_workflow_of_a_file_runs_once_and_its_steps_are_heard() throws IOException {
        Cli cli = Cli.run("run", write(ONE), "--plain");
        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("extract  | 1", "extract  | 2", "extract  | from orders")
                .contains("load     | loaded", "tidy     | tidied", "etl ended: success")
                .contains("etl succeeded in ", "3 success")
                .containsOnlyOnce("etl started");
    }

    @Test
    void parameters_have_the_type_of_their_default() throws IOException {
        Cli cli = Cli.run("run", write(ONE), "--param", "rows=3", "--param", "table=1.10");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("extract  | 3", "from 1.10");
        Cli bad = Cli.run("run", write(ONE), "--param", "rows=many");
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains("\"many\" is not a value for rows, whose default is 2");
    }

    @Test
    void a_failure_ends_with_1_and_is_explained() throws IOException {
        Cli cli = Cli.run("run", write(TWO), "broken");
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("broken  | no such luck", "broken failed after", "exit code 3");
    }

    @Test
    void a_workflow_starts_others_of_the_file() throws IOException {
        Cli cli = Cli.run("run", write(TWO), "outer");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("inner/only  | inside", "part  success");
    }

    @Test
    void with_several_to_choose_from_it_lists_them() throws IOException {
        Cli cli = Cli.run("run", write(TWO));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("outer, inner, broken");
        Cli typo = Cli.run("run", write(TWO), "outre");
        assertThat(typo.code()).isEqualTo(2);
        assertThat(typo.err()).contains("no \"outre\"", "Did you mean \"outer\"?");
    }

    @Test
    void a_file_with_mistakes_is_not_run() throws IOException {
        Cli cli = Cli.run("run", write("[[jobs]]\nid = \"a\"\n"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("baton.toml:");
        assertThat(Cli.run("run", write("")).err()).contains("defines no job and no workflow");
    }

    @Test
    void the_environment_is_part_of_the_file() throws IOException {
        String file = write("[secrets]\nkey = \"${MODEL}\"\n[[jobs]]\nid = \"a\"\ncommand = \"true\"\n");
        assertThat(Cli.run("run", file).err()).contains("MODEL");
        Map<String, String> environment = Map.of("MODEL", "wc", "BATON_SERVER", "http://127.0.0.1:1");
        assertThat(Cli.run(environment, "run", file).code()).isZero();
    }

    private String write(String toml) throws IOException {
        return Files.writeString(directory.resolve("baton.toml"), toml).toString();
    }
}
