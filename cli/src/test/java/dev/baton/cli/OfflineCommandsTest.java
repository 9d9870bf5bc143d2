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
    void a_crontab_of_the_system_is_known_by_its_users() throws Exception {
        Path crontab = Files.writeString(directory.resolve("crontab"), """
                # /etc/crontab: system-wide crontab
                SHELL=/bin/bash
                # Example of job definition:
                # .---------------- minute (0 - 59)
                # |  .------------- hour (0 - 23)
                # *  *  *  *  * user-name command to be executed
                17 *\t* * *\troot    cd / && run-parts --report /etc/cron.hourly
                # Drop old sessions
                */5 * * * * www-data /usr/lib/php/sessionclean
                # 0 5 * * 1 root /opt/old.sh
                @daily postgres pg_dump mydb | gzip > /backup/$(date +\\%F).gz
                0 0 31 2 * root echo never
                61 * * * * root echo bad
                nonsense
                """);
        Cli imported = Cli.run("import", "crontab", crontab.toString());
        assertThat(imported.code()).isZero();
        assertThat(imported.out())
                .contains("command  = \"cd / && run-parts --report /etc/cron.hourly\"")
                .contains("description = \"Drop old sessions\"\nschedule    = \"*/5 * * * *\"")
                .contains("command  = \"pg_dump mydb | gzip > /backup/$(date +%F).gz\"")
                .doesNotContain("minute (0", "system-wide", "/opt/old.sh", "never", "bad");
        assertThat(imported.err())
                .contains("crontab:7: user root is not converted")
                .contains("crontab:12: the schedule never fires: left out")
                .contains("crontab:13: schedule \"61 * * * *\": minute: \"61\" is out of range")
                .contains("crontab:14: not a schedule and a command: left out")
                .contains("3 jobs, 0 workflows");
    }

    @Test
    void what_an_import_leaves_out_is_noted_by_its_line() throws Exception {
        Path quartz = Files.writeString(directory.resolve("quartz.xml"), """
                <job-scheduling-data><schedule>
                <job><name>a</name><job-class>org.quartz.jobs.NativeJob</job-class>
                <job-data-map><entry><key>command</key><value>true</value></entry></job-data-map></job>
                <trigger><cron><name>t</name><job-name>a</job-name><priority>high</priority>
                <cron-expression>0 0 1 * * ?</cron-expression></cron></trigger>
                <trigger><cron><name>lost</name><job-name>b</job-name>
                <cron-expression>0 0 1 * * ?</cron-expression></cron></trigger>
                </schedule></job-scheduling-data>
                """);
        Cli imported = Cli.run("import", "quartz", quartz.toString());
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("quartz.xml:6: trigger lost is for job b, which is not in this file");
        Path dag = Files.writeString(directory.resolve("dag.yaml"), """
                env:
                  - TODAY: "`date +%F`"
                steps:
                  - name: py
                    dir: ${HOME}/x
                    script: |
                      #!/usr/bin/env python3
                      print("x")
                """);
        Cli dagu = Cli.run("import", "dagu", dag.toString());
        assertThat(dagu.out()).contains("/usr/bin/env python3 <<'END_OF_SCRIPT'\n#!/usr/bin/env python3\nprint(");
        assertThat(dagu.err())
                .contains("dag.yaml:2: env TODAY: `date +%F` is not run: compute it in the command")
                .contains("dag.yaml:5: the directory ${HOME}/x is not expanded: write it out");
    }

    @Test
    void a_file_that_cannot_be_imported_is_named_with_the_reason() throws Exception {
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThat(Cli.run("import", "crontab", binary.toString()).err())
                .isEqualToNormalizingNewlines("baton import: " + binary + " cannot be read: it is not text in UTF-8.\n"
                        + "  If it is in another encoding, 'iconv -f latin1 -t utf-8 " + binary + "' converts it.\n");
        Cli none = Cli.run("import", "crontab", "nowhere.txt");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err())
                .isEqualToNormalizingNewlines("baton import: nowhere.txt cannot be read: there is no such file.\n");
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

    @Test
    void programs_that_an_imported_step_starts_know_its_variables() throws Exception {
        Path yaml = Files.writeString(directory.resolve("dag.yaml"), """
                name: parent
                params: DAY=monday
                env:
                  - BASE: /data
                  - LOG: ${BASE}/log
                steps:
                  - name: extract
                    command: [sh, -c, 'echo "rows of ${DAY}"; exit 0']
                    output: ROWS
                  - name: load
                    command: sh
                    script: echo "loading ${ROWS} into $LOG"
                    depends: extract
                  - name: child
                    call: child
                    params: NAME=bob
                    depends: load
                ---
                name: child
                params: NAME=nobody
                steps:
                  - name: greet
                    run: echo "hello ${NAME}"
                """);
        String toml = directory.resolve("dag.toml").toString();
        Cli imported = Cli.run("import", "dagu", yaml.toString(), "-o", toml);
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("0 jobs, 2 workflows").doesNotContain("import that file as well");
        Cli run = Cli.run("run", toml, "parent", "--plain");
        assertThat(run.out()).contains("| loading rows of monday into /data/log", "| hello bob");
        assertThat(run.code()).as(run.out()).isZero();
    }

    @Test
    void a_step_that_cannot_be_imported_fails_instead_of_doing_something_else() throws Exception {
        Path yaml = Files.writeString(directory.resolve("dag.yaml"), """
                steps:
                  - name: tell
                    executor:
                      type: mail
                      config: {to: a@example.com}
                """);
        String toml = directory.resolve("dag.toml").toString();
        Cli imported = Cli.run("import", "dagu", yaml.toString(), "-o", toml);
        assertThat(imported.err()).contains("dag.yaml:2: step tell: executor mail is not converted: the step fails");
        Cli run = Cli.run("run", toml, "--plain");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("executor mail of Dagu was not converted");
    }

    @Test
    void a_mark_of_the_byte_order_is_passed_over() throws Exception {
        Path crontab = Files.writeString(directory.resolve("crontab"), "\uFEFF0 1 * * * /opt/bom.sh\r\n");
        assertThat(Cli.run("import", "crontab", crontab.toString()).out()).contains("/opt/bom.sh");
    }
}
