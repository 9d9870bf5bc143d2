package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginCommandTest {

    @TempDir
    private Path directory;

    @Test
    void a_profile_stands_for_a_server_and_a_token() throws Exception {
        try (RunningServer server = RunningServer.start(directory.resolve("data"))) {
            Map<String, String> home = Map.of("HOME", directory.toString());
            Cli login = Cli.run(
                    Map.of("HOME", directory.toString(), "BATON_TOKEN", server.adminToken()),
                    "login",
                    "prod",
                    "--server",
                    server.address());
            assertThat(login.code()).as(login.err()).isZero();
            assertThat(login.out()).contains("as admin (admin)", "profile prod").doesNotContain(server.adminToken());
            Path file = directory.resolve(".config/baton/profiles.json");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");

            assertThat(Cli.run(home, "workers", "--profile", "prod", "--quiet").code())
                    .isZero();
            assertThat(Cli.run(home, "workers", "--quiet").code())
                    .as("the current profile")
                    .isZero();
            Cli list = Cli.run(home, "login", "--list");
            assertThat(list.out()).contains("prod", server.address(), "yes").doesNotContain(server.adminToken());
            Cli misspelt = Cli.run(home, "jobs", "--profile", "prd");
            assertThat(misspelt.code()).isEqualTo(2);
            assertThat(misspelt.err()).contains("Did you mean \"prod\"?");
            assertThat(Cli.run(home, "login", "prod", "--remove").code()).isZero();
            assertThat(Cli.run(home, "login", "--list", "--json").out().strip()).isEqualTo("[]");
        }
    }

    @Test
    void a_wrong_token_makes_no_profile() {
        try (RunningServer server = RunningServer.start(directory.resolve("data"))) {
            Cli login = Cli.run(
                    Map.of("HOME", directory.toString(), "BATON_TOKEN", "btn_wrong"),
                    "login",
                    "--server",
                    server.address());
            assertThat(login.code()).isEqualTo(1);
            assertThat(login.err()).contains("does not know the token");
            assertThat(directory.resolve(".config/baton/profiles.json")).doesNotExist();
        }
    }

    @Test
    void a_server_that_says_where_it_is_is_found_by_its_data_directory() throws Exception {
        try (RunningServer server = RunningServer.start(directory.resolve("data"))) {
            new dev.baton.cli.client.LocalServer(server.dataDir())
                    .announce(server.server().address());
            Cli cli = Cli.run(
                    Map.of(
                            "HOME",
                            directory.toString(),
                            "BATON_SERVER_DATA_DIR",
                            server.dataDir().toString()),
                    "workers",
                    "--json");
            assertThat(cli.code()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("\"name\":\"server\"");
        }
    }
}
