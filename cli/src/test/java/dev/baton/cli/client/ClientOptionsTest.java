package dev.baton.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.baton.cli.output.CommandFailedException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service of a machine, which the command line falls back to. */
class ClientOptionsTest {

    private static final URI ADDRESS = URI.create("http://127.0.0.1:7171");

    @TempDir
    private Path directory;

    private LocalServer service;

    @BeforeEach
    void aServiceRuns() throws Exception {
        service = new LocalServer(directory.resolve("service"));
        service.announce(ADDRESS);
        Files.writeString(service.tokenFile(), "btn_secret\n");
    }

    private Api client(Map<String, String> more) {
        Map<String, String> environment = new java.util.HashMap<>(more);
        environment.put("HOME", directory.toString());
        return new ClientOptions(environment, service).client();
    }

    @Test
    void the_service_is_found_where_nothing_else_is_named() {
        assertThat(client(Map.of()).server()).isEqualTo(ADDRESS);
    }

    @Test
    void a_server_that_is_named_comes_first() {
        Map<String, String> named = Map.of("BATON_SERVER", "http://127.0.0.1:9", "BATON_TOKEN", "btn_other");
        assertThat(client(named).server()).isEqualTo(URI.create("http://127.0.0.1:9"));
    }

    @Test
    void a_data_directory_that_is_named_comes_first() {
        Path elsewhere = directory.resolve("elsewhere");
        assertThatThrownBy(() -> client(Map.of("BATON_SERVER_DATA_DIR", elsewhere.toString())))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("There is none in " + elsewhere);
    }

    @Test
    void a_user_who_may_not_read_the_token_of_the_service_is_told_who_may() throws Exception {
        Files.setPosixFilePermissions(service.directory(), PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(service.tokenFile()), "NOT TESTED: root may read everything");
            assertThatThrownBy(() -> client(Map.of()))
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("become root or its user");
        } finally {
            Files.setPosixFilePermissions(service.directory(), PosixFilePermissions.fromString("rwx------"));
        }
    }
}
