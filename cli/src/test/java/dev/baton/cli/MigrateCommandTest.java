package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandTest {

    private static final String TOKEN = "btn_" + "a".repeat(43);

    @TempDir
    private Path directory;

    private Cli migrate(Path token) {
        return Cli.run(
                Map.of(),
                "migrate",
                "--data-dir",
                directory.resolve("data").toString(),
                "--admin-token-file",
                token.toString());
    }

    @Test
    void a_given_token_opens_the_server_that_starts_afterwards() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        assertThat(migrate(token).out()).contains("The tables are up to date.", "Registered the token \"admin\".");
        try (RunningServer server = RunningServer.start(directory.resolve("data"))) {
            assertThat(server.server().announcement())
                    .as("a token of the server's own")
                    .isEmpty();
            Map<String, String> asked = Map.of("BATON_SERVER", server.address(), "BATON_TOKEN", TOKEN);
            assertThat(Cli.run(asked, "jobs").code()).isZero();
            String id = Cli.run(asked, "token", "list", "--json").out().replaceAll("(?s).*\"id\":\"([^\"]*)\".*", "$1");
            assertThat(Cli.run(asked, "token", "revoke", id).code()).isZero();
        }
        Cli again = migrate(token);
        assertThat(again.out()).contains("The tables are up to date.").doesNotContain("Registered");
        try (RunningServer server = RunningServer.start(directory.resolve("data"))) {
            Cli refused = Cli.run(Map.of("BATON_SERVER", server.address(), "BATON_TOKEN", TOKEN), "jobs");
            assertThat(refused.code()).as("a token that was revoked stays so").isNotZero();
        }
    }

    @Test
    void a_file_without_a_token_is_refused_before_anything_is_made() throws IOException {
        Cli cli = migrate(Files.writeString(directory.resolve("token"), "password\n"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("holds no token: a token is btn_ and 43 letters");
        assertThat(directory.resolve("data")).doesNotExist();
    }
}
