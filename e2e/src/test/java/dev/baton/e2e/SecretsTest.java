package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Secrets reach the commands that ask for them by name, and nobody else. */
@Tag("ci")
final class SecretsTest {

    private static final String CONFIGURATION = """
            [secrets]
            PASSWORD = "open-sesame"
            OTHER = "shut-sesame"

            [worker]
            environment = { GREETING = "hello" }

            [[jobs]]
            id = "trusted"
            secrets = ["PASSWORD"]
            command = 'test "$PASSWORD" = open-sesame || exit 3; echo "it is $PASSWORD"; env | cut -d= -f1'

            [[jobs]]
            id = "plain"
            command = 'test -z "$PASSWORD$OTHER" || exit 3; echo "guess: open-sesame"'

            [[jobs]]
            id = "careless"
            env = { TOKEN = "shut-sesame" }
            command = "curl -H 'X: shut-sesame' http://127.0.0.1:1/; echo failed with open-sesame >&2; exit 1"
            """;

    /** What a shell sets itself, what every run has, and what the configuration gives. */
    private static final List<String> KNOWN = List.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "TERM",
            "PWD",
            "OLDPWD",
            "SHLVL",
            "_",
            "TRACEPARENT",
            "GREETING",
            "PASSWORD");

    private static JsonNode ended(Api api, String job) {
        String execution =
                api.post("/jobs/" + job + "/trigger").expect(201).path("id").asString();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !api.get("/runs?execution=" + execution)
                        .expect(200)
                        .at("/items/0/finished")
                        .isMissingNode());
        return api.get("/runs?execution=" + execution).expect(200).at("/items/0");
    }

    private static String log(Api api, JsonNode run) {
        return api.get("/runs/" + run.path("id").asString() + "/log").body();
    }

    @Test
    void a_secret_is_seen_by_the_command_that_names_it_and_masked_everywhere() {
        try (ServerProcess server = ServerProcess.start("secrets", CONFIGURATION)) {
            Api api = server.api();
            JsonNode trusted = ended(api, "trusted");
            JsonNode plain = ended(api, "plain");
            JsonNode careless = ended(api, "careless");

            assertThat(log(api, trusted)).contains("it is ***", "GREETING");
            assertThat(log(api, trusted).lines().filter(line -> line.matches("\\w+")))
                    .allSatisfy(name -> assertThat(
                                    KNOWN.contains(name) || name.startsWith("BATON_") || name.startsWith("LC_"))
                            .as(name)
                            .isTrue());
            assertThat(plain.path("status").asString()).isEqualTo("success");
            assertThat(log(api, plain)).contains("guess: ***");
            assertThat(careless.path("reason").asString()).contains("failed with ***");
            for (String path : List.of(
                    "/jobs/careless",
                    "/jobs",
                    "/audit",
                    "/runs",
                    "/runs/" + careless.path("id").asString(),
                    "/runs/" + careless.path("id").asString() + "/log",
                    "/runs/" + careless.path("id").asString() + "/explain")) {
                assertThat(api.get(path).body()).as(path).doesNotContain("sesame");
            }
            assertThat(api.post("/jobs", Map.of("id", "shut-sesame\u0000", "command", "x"))
                            .body())
                    .doesNotContain("shut-sesame");
        }
    }

    @Test
    void commands_of_a_user_of_their_own_cannot_read_the_servers_files() {
        assumeThat(System.getProperty("user.name")).isEqualTo("root");
        assumeThat(Files.isExecutable(Path.of("/usr/bin/setpriv"))).isTrue();
        String configuration = """
                [worker]
                user = "nobody"

                [[jobs]]
                id = "curious"
                command = 'id -un; echo "$USER $HOME"; echo done=yes > "$BATON_OUTPUT"; cat "@DIR@/data/admin.token"; true'

                [[jobs]]
                id = "sly"
                command = 'ln -sf "@DIR@/baton.toml" "$BATON_OUTPUT"; true'
                """;
        try (ServerProcess server = ServerProcess.start("user", configuration)) {
            Api api = server.api();
            JsonNode run = ended(api, "curious");

            assertThat(run.path("status").asString()).as(log(api, run)).isEqualTo("success");
            assertThat(log(api, run))
                    .contains("nobody\nnobody /")
                    .contains("ermission denied")
                    .doesNotContain(server.token());
            assertThat(api.get("/runs/" + run.path("id").asString())
                            .expect(200)
                            .at("/output/done")
                            .asString())
                    .isEqualTo("yes");
            JsonNode sly = ended(api, "sly");
            assertThat(log(api, sly)).contains("ermission denied");
            assertThat(api.get("/runs/" + sly.path("id").asString()).expect(200).has("output"))
                    .isFalse();
        }
    }

    @Test
    void a_server_that_cannot_start_commands_as_a_user_does_not_start() {
        ServerProcess.Refusal refusal = ServerProcess.refused("no-user", "[worker]\nuser = 'nobody-of-that-name'\n");

        assertThat(refusal.exitCode()).isNotZero();
        assertThat(refusal.printed())
                .contains("[worker] user")
                .contains("nobody-of-that-name")
                .doesNotContain("\tat ");
    }
}
