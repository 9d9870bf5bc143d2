package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {

    @TempDir
    private Path directory;

    @Test
    void where_a_server_could_start_all_is_well() throws IOException {
        Cli cli = Cli.run("doctor", "--config", config(0));
        assertThat(cli.out())
                .contains("ok    java: version ", "ok    configuration: ", "ok    data directory: ", "ok    port: ");
        assertThat(cli.code()).isZero();
    }

    @Test
    void a_port_that_another_program_has_is_a_failure() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // A server that never answers is not asked: closed at once, the request fails at once.
            Thread refusing = new Thread(() -> refuse(other));
            refusing.start();
            Cli cli = Cli.run("doctor", "--config", config(other.getLocalPort()));
            assertThat(cli.code()).isEqualTo(2);
            assertThat(cli.out()).contains("fail  port: 127.0.0.1:" + other.getLocalPort(), "[server] port");
        }
    }

    private static void refuse(ServerSocket socket) {
        try {
            while (!socket.isClosed()) {
                socket.accept().close();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Test
    void every_mistake_of_the_configuration_is_a_failure() throws IOException {
        Path file = Files.writeString(directory.resolve("baton.toml"), "[[jobs]]\nid = \"a\"\ncomand = \"true\"\n");
        Cli cli = Cli.run("doctor", "--config", file.toString(), "--json");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out())
                .startsWith("{\"status\":\"fail\",\"findings\":[{\"check\":\"java\",\"status\":\"ok\"")
                .contains("{\"check\":\"configuration\",\"status\":\"fail\",\"detail\":\"baton.toml:3: ");
    }

    @Test
    void a_server_that_was_named_and_does_not_answer_is_a_failure() {
        Cli cli = Cli.run("doctor", "--server", "http://127.0.0.1:1");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).contains("fail  server: http://127.0.0.1:1 does not answer");
    }

    @Test
    void a_server_that_runs_is_asked_for_its_own_checks() {
        try (RunningServer server = RunningServer.start(directory)) {
            Cli cli = server.run("doctor");
            assertThat(cli.out())
                    .contains("ok    server: " + server.address() + " answers", "storage: ", "workers: ")
                    .doesNotContain("port: ");
            Cli stranger = Cli.run("doctor", "--server", server.address(), "--token", "nonsense");
            assertThat(stranger.code()).isEqualTo(2);
            assertThat(stranger.out()).contains("does not know the token");
        }
    }

    private String config(int port) throws IOException {
        String toml = "[server]\nport = " + port + "\ndata_dir = '" + directory.resolve("data") + "'\n";
        return Files.writeString(directory.resolve("baton.toml"), toml).toString();
    }
}
