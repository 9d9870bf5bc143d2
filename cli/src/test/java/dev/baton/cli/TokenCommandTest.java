package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCommandTest {

    @TempDir
    private static Path directory;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_new_token_is_the_only_thing_on_the_output() {
        Cli cli = server.run("token", "create", "--name", "ci", "--role", "operator");
        assertThat(cli.code()).isZero();
        assertThat(cli.out().strip()).startsWith("btn_").doesNotContain("\n", " ");
        assertThat(cli.err()).contains("shown only once");
    }

    @Test
    void tokens_are_listed_without_their_secrets() throws IOException {
        String secret = server.run("token", "create", "--name", "listed", "--role", "viewer", "--expires", "30d")
                .out()
                .strip();
        Cli cli = server.run("token", "list");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).startsWith("ID").contains("listed", "viewer", "admin");
        assertThat(server.run("token").out()).startsWith("ID").contains("listed");
        assertThat(cli.out()).doesNotContain(secret, server.adminToken());
        assertThat(server.run("token", "list", "--json").out())
                .startsWith("[{\"id\":\"")
                .contains("\"name\":\"listed\"");
    }

    @Test
    void a_revoked_token_opens_nothing() {
        String made = server.run("token", "create", "--name", "gone", "--role", "admin", "--json")
                .out();
        String secret = made.replaceAll(".*\"secret\":\"([^\"]+)\".*\\R", "$1");
        String id = made.replaceAll(".*\"id\":\"([^\"]+)\".*\\R", "$1");
        assertThat(list(secret).code()).isZero();
        assertThat(server.run("token", "revoke", id).out()).contains(id, "is revoked");
        assertThat(list(secret).code()).isEqualTo(1);
        assertThat(list(secret).err()).contains("does not know the token");
        Cli again = server.run("token", "revoke", id);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("there is no token \"" + id + "\"");
    }

    @Test
    void a_token_is_revoked_by_its_name_or_the_beginning_of_its_id() {
        server.run("token", "create", "--name", "named-1", "--role", "viewer");
        String id = server.run("token", "create", "--name", "named-2", "--role", "viewer", "--json")
                .out()
                .replaceAll(".*\"id\":\"([^\"]+)\".*\\R", "$1");
        Cli several = server.run("token", "revoke", "named");
        assertThat(several.code()).isEqualTo(2);
        assertThat(several.err()).contains("\"named\" matches several tokens", "named-1", "named-2");
        assertThat(server.run("token", "revoke", id.substring(0, 13)).out())
                .isEqualToNormalizingNewlines("Token named-2 (" + id + ") is revoked.\n");
        assertThat(server.run("token", "revoke", "named").out()).startsWith("Token named-1 (");
        assertThat(server.run("token", "revoke", "named-1").err()).contains("there is no token \"named-1\"");
    }

    @Test
    void a_token_of_a_small_role_is_told_so() {
        String secret = server.run("token", "create", "--name", "small", "--role", "viewer")
                .out()
                .strip();
        Cli cli = list(secret);
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.err())
                .contains("baton token list: ", "role does not permit it")
                .doesNotContain("\tat ");
    }

    @Test
    void a_token_in_a_file_will_do() throws IOException {
        Path file = Files.writeString(directory.resolve("my.token"), server.adminToken() + "\n");
        Cli cli = Cli.run("token", "list", "--server", server.address(), "--token-file", file.toString());
        assertThat(cli.code()).isZero();
    }

    @Test
    void without_a_token_it_says_how_to_give_one() {
        Cli cli = Cli.run("token", "list", "--server", server.address(), "--data-dir", "nowhere");
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.err()).contains("no token was given", "BATON_TOKEN", "nowhere");
    }

    @Test
    void the_admins_token_is_not_sent_to_another_machine() {
        Cli cli = Cli.run("token", "list", "--server", "https://baton.invalid", "--data-dir", directory.toString());
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.err()).contains("no token was given");
    }

    @Test
    void a_server_that_is_not_there_is_told_with_what_to_do() {
        Cli cli = Cli.run("token", "list", "--server", "http://127.0.0.1:1", "--token", "x");
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.err()).contains("http://127.0.0.1:1 cannot be reached", "Is the server running?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7070", "ftp://host", "http://", "not an address"})
    void a_bad_address_is_bad_input(String address) {
        Cli cli = Cli.run("token", "list", "--server", address);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--server: \"" + address + "\" is not an address");
    }

    @Test
    void a_bad_role_or_length_of_time_is_bad_input() {
        Cli role = server.run("token", "create", "--name", "x", "--role", "king");
        assertThat(role.code()).isEqualTo(2);
        assertThat(role.err()).contains("\"king\" is none of viewer, operator, admin, worker");
        Cli expires = server.run("token", "create", "--name", "x", "--role", "viewer", "--expires", "soon");
        assertThat(expires.code()).isEqualTo(2);
        assertThat(expires.err()).contains("\"soon\" is not a duration");
        assertThat(server.run("token", "revoke").code()).isEqualTo(2);
    }

    private static Cli list(String secret) {
        return Cli.run(Map.of("BATON_SERVER", server.address(), "BATON_TOKEN", secret), "token", "list");
    }
}
