package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.LocalServer;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RemoteCommandsTest {

    @TempDir
    private static Path directory;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(directory, """
                [[jobs]]
                id      = "train"
                labels  = ["gpu"]
                command = "true"
                """);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void who_follows_what_does_not_start_is_told_where_to_ask_why() {
        // By the real clock, which the other commands of these tests do not follow.
        Surroundings now = new Surroundings(
                Clock.systemUTC(),
                Terminal.none(StandardCharsets.UTF_8),
                Map.of("BATON_SERVER", server.address(), "BATON_SERVER_DATA_DIR", directory.toString()));
        String[] words = {"trigger", "train", "--follow", "--timeout", "4s"};
        StringWriter err = new StringWriter();
        int code = Main.commandLine(now, words)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(words);
        assertThat(code).isEqualTo(124);
        assertThat(err.toString()).containsOnlyOnce("Nothing has started yet. 'baton explain ");
    }

    @Test
    void the_bodies_in_the_guide_to_the_api_are_accepted() throws IOException, InterruptedException {
        Api api = new Api(URI.create(server.address()), server.adminToken());
        String parent = api.post("/jobs/train/trigger", Map.of()).path("id").asString();
        Matcher json = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/guide/api.md")));
        int posted = 0;
        while (json.find()) {
            String body = json.group(1).replace("0192…-….0", parent + ".0");
            String path =
                    body.contains("\"workflow\"") ? "/executions" : body.contains("\"runs\"") ? "/runs/batch" : "/runs";
            assertThat(api.post(path, Query.NONE, "application/json", body).isEmpty())
                    .as(body)
                    .isFalse();
            posted++;
        }
        assertThat(posted).isEqualTo(3);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_browser_that_does_not_start_is_a_failure_with_the_address_to_open() {
        Cli cli = Cli.run(
                Map.of("BATON_SERVER", server.address(), "BROWSER", "false", "HOME", directory.toString()),
                "open",
                "--data-dir",
                directory.toString());
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.err())
                .contains("no browser could be started: false ended with exit code 1", "Open " + server.address());
    }

    @Test
    void the_doctor_finds_the_server_that_runs_here_as_other_commands_do() throws IOException {
        LocalServer here = new LocalServer(directory);
        here.announce(URI.create(server.address()));
        try {
            Cli cli = Cli.run("doctor", "--data-dir", directory.toString());
            assertThat(cli.out()).contains("ok    server: " + server.address() + " answers", "workers: ");
        } finally {
            here.retire();
        }
    }
}
