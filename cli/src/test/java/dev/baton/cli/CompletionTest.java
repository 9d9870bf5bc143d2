package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests completion: through the command itself, and through bash and zsh if they are installed. */
@Tag("ci")
final class CompletionTest {

    @TempDir
    private static Path directory;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(directory.resolve("data"), """
                [[jobs]]
                id = "report-daily"
                command = "true"
                [[jobs]]
                id = "report-weekly"
                command = "true"
                [[workflows]]
                id = "etl"
                [[workflows.steps]]
                id = "one"
                command = "true"
                """);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> complete(String... words) {
        String[] args = new String[words.length + 2];
        args[0] = "complete";
        args[1] = "--";
        System.arraycopy(words, 0, args, 2, words.length);
        Cli cli = Cli.run(environment(), args);
        assertThat(cli.code()).as(cli.err()).isZero();
        return cli.out().lines().toList();
    }

    private static Map<String, String> environment() {
        return Map.of(
                "BATON_SERVER", server.address(),
                "BATON_SERVER_DATA_DIR", server.dataDir().toString(),
                "HOME", directory.toString());
    }

    @Test
    void commands_and_their_sub_commands_are_offered() {
        assertThat(complete("tr")).containsExactly("trigger");
        assertThat(complete("")).contains("jobs", "cron", "top").doesNotContain("complete", "warm-up");
        assertThat(complete("executions", "re"))
                .containsExactly("retry", "rerun", "release", "report-daily", "report-weekly");
    }

    @Test
    void names_come_from_the_server() {
        assertThat(complete("trigger", "rep")).containsExactly("report-daily", "report-weekly");
        assertThat(complete("trigger", "--wait", "e")).containsExactly("etl");
        assertThat(complete("logs", "-f", "e")).containsExactly("etl");
        assertThat(complete("logs", "etl/")).containsExactly("etl/one");
        assertThat(complete("logs", "nothing/")).isEmpty();
        assertThat(complete("drain", "s")).containsExactly("server");
    }

    @Test
    void options_and_their_values_are_offered() {
        assertThat(complete("trigger", "--ti")).containsExactly("--timeout");
        assertThat(complete("executions", "list", "--status", "fa")).containsExactly("failure");
        assertThat(complete("graph", "file", "--format", "s")).containsExactly("svg");
        assertThat(complete("import", "d")).containsExactly("dagu");
        assertThat(complete("mark", "etl", "sk")).containsExactly("skipped");
        assertThat(complete("completion", "z")).containsExactly("zsh");
    }

    @Test
    void without_a_server_there_are_no_names_and_no_complaints() {
        Cli cli = Cli.run(
                Map.of("HOME", directory.toString()),
                "complete",
                "--",
                "trigger",
                "--server",
                "http://127.0.0.1:1",
                "r");
        assertThat(cli.code()).isZero();
        assertThat(cli.out() + cli.err()).isEmpty();
    }

    @Test
    void bash_completes_a_line() throws Exception {
        String asked = """
                source %s
                COMP_WORDS=(baton trigger report-d); COMP_CWORD=2; _baton; echo "${COMPREPLY[@]}"
                COMP_WORDS=(baton jobs ""); COMP_CWORD=2; _baton; echo "${COMPREPLY[@]}"
                complete -p baton
                """.formatted(script("bash"));
        assertThat(shell("bash", asked).lines())
                .containsExactly(
                        "report-daily",
                        "list show trigger pause resume backfill remove",
                        "complete -o default -F _baton baton");
    }

    @Test
    void zsh_reads_the_script() throws Exception {
        Assumptions.assumeTrue(isThere("zsh"), "NOT TESTED: zsh is not installed");
        String asked = """
                autoload -Uz compinit && compinit -u -d %s/zcompdump
                source %s
                print ${_comps[baton]}
                """.formatted(directory, script("zsh"));
        assertThat(shell("zsh", asked)).isEqualToIgnoringNewLines("_baton");
    }

    @Test
    void zsh_completes_a_line() throws Exception {
        Assumptions.assumeTrue(isThere("zsh"), "NOT TESTED: zsh is not installed");
        // An interactive zsh on a pseudo terminal, in which the tab key is pressed.
        String asked = """
                zmodload zsh/zpty
                zpty inner zsh -f -i
                zpty -w inner 'PROMPT=; autoload -Uz compinit && compinit -u -d %s/zcompdump; source %s'
                zpty -w inner 'print REA''DY'
                zpty -r inner seen '*READY*'
                zpty -w -n inner $'baton trigger report-d\\t'
                zpty -r inner seen '*report-daily*' && print completed
                zpty -d inner
                """.formatted(directory, script("zsh"));
        assertThat(shell("zsh", asked).lines()).contains("completed");
    }

    @Test
    void fish_reads_the_script() throws Exception {
        Assumptions.assumeTrue(isThere("fish"), "NOT TESTED: fish is not installed");
        String asked = """
                source %s
                complete -C 'baton trigger report-d'
                complete -C 'baton trigger '
                """.formatted(script("fish"));
        assertThat(shell("fish", asked).lines())
                .as("names from the server, and no files beside them")
                .containsExactly("report-daily", "etl", "report-daily", "report-weekly");
    }

    private static Path script(String shell) throws IOException {
        return Files.writeString(
                directory.resolve("completion." + shell),
                Cli.run("completion", shell).out());
    }

    private static boolean isThere(String program) {
        return List.of(System.getenv().getOrDefault("PATH", "").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Runs a script with a program called baton on its path, which is this very code. */
    private static String shell(String shell, String script) throws IOException, InterruptedException {
        Path programs = Files.createDirectories(directory.resolve("bin"));
        Path baton = Files.writeString(
                programs.resolve("baton"),
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '" + System.getProperty("java.class.path")
                        + "' " + Main.class.getName() + " \"$@\"\n");
        assertThat(baton.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder(shell, "-c", script).redirectErrorStream(true);
        builder.environment().putAll(environment());
        builder.environment().merge("PATH", programs.toString(), (old, own) -> own + ":" + old);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }
}
