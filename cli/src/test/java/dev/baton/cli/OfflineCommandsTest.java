package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Tests commands that need no server by using their results. */
class OfflineCommandsTest {

    @TempDir
    private Path directory;

    @Test
    void what_init_writes_is_valid_and_runs() throws Exception {
        String file = directory.resolve("baton.toml").toString();
        assertThat(Cli.run("init", file).code()).isZero();
        assertThat(Cli.run("validate", file).code()).isZero();
        Cli run = Cli.run("run", file, "etl", "--plain", "--param", "rows=7");
        assertThat(run.code()).as(run.out()).isZero();
        assertThat(run.out()).contains("loading 7 rows", "cleaning up", "4 success");
        Cli again = Cli.run("init", file);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("exists already", "--force");
    }

    @Test
    void a_graph_is_a_picture_that_a_browser_reads() throws Exception {
        Path svg = directory.resolve("etl.svg");
        assertThat(Cli.run("graph", "src/test/sessions/baton.toml", "etl", "--format", "svg", "-o", svg.toString())
                        .code())
                .isZero();
        Document picture =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
        assertThat(picture.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(picture.getElementsByTagName("rect").getLength()).isEqualTo(4);
        assertThat(Files.readString(svg)).contains(">extract<", ">failure<");
    }

    @Test
    void an_imported_dag_runs_as_it_did() throws Exception {
        Path yaml = Files.writeString(directory.resolve("dag.yaml"), """
                params: DAY=monday
                steps:
                  - name: extract
                    command: echo "rows of $DAY"
                    output: ROWS
                  - name: check
                    command: exit 1
                    continueOn:
                      failure: true
                  - name: load
                    command: echo "loading $ROWS"
                    depends: [extract, check]
                  - name: never
                    command: echo "never"
                    depends: [load]
                    preconditions:
                      - condition: "$DAY"
                        expected: "sunday"
                  - name: always
                    command: echo "always"
                    depends: [load]
                    preconditions:
                      - condition: "`echo $DAY`"
                        expected: "monday"
                handlerOn:
                  exit:
                    command: echo "the end"
                """);
        String toml = directory.resolve("dag.toml").toString();
        Cli imported = Cli.run("import", "dagu", yaml.toString(), "-o", toml);
        assertThat(imported.code()).as(imported.err()).isZero();
        Cli run = Cli.run("run", toml, "--plain");
        assertThat(run.out())
                .contains("| loading rows of monday", "| always", "| the end")
                .doesNotContain("| never");
        assertThat(run.code()).as(run.out()).isZero();
    }
}
