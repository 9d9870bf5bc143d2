package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.config.ConfigLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListeningTest {

    @TempDir
    private Path directory;

    @Test
    void a_server_that_may_not_listen_does_not_begin_to_start() throws Exception {
        Path data = directory.resolve("data");
        Path file = Files.writeString(
                directory.resolve("baton.toml"),
                "[server]\nhost = \"0.0.0.0\"\nport = 0\ndata_dir = \"" + data + "\"\n");
        assertThatThrownBy(() -> BatonServer.start(
                        () -> new ConfigLoader(Map.of(), Set.of()).load(file).orThrow()))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContainingAll("0.0.0.0", "without TLS");
        assertThat(data).doesNotExist();
    }
}
