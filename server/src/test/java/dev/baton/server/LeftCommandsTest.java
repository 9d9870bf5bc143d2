package dev.baton.server;

import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ConfigLoader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server does with commands that the one before it left running: P11. */
class LeftCommandsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void a_silent_command_whose_run_does_not_exist_any_more_is_stopped() throws Exception {
        Path pid = folder.resolve("pid");
        String file = """
                [worker]
                on_stop = "leave"

                [[jobs]]
                id = "long"
                command = "echo $$ > %s; exec sleep 1000"
                """.formatted(pid);
        try (BatonServer first = start(file, "first")) {
            trigger(first);
            await().atMost(PATIENCE)
                    .until(() -> Files.exists(pid) && Files.readString(pid).endsWith("\n"));
        }
        ProcessHandle command =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        try {
            // The next server finds the command, in a database that knows nothing of its run.
            Files.createDirectory(data("second"));
            Files.move(data("first").resolve("commands"), data("second").resolve("commands"));
            BatonServer second = start(file, "second");
            try {
                await().atMost(PATIENCE).until(() -> !command.isAlive());
            } finally {
                second.close();
            }
        } finally {
            command.destroyForcibly();
        }
    }

    private Path data(String name) {
        return folder.resolve(name);
    }

    private BatonServer start(String file, String data) {
        Map<String, String> environment = Map.of(
                "BATON_SERVER_PORT", "0", "BATON_SERVER_DATA_DIR", data(data).toString());
        return BatonServer.start(() -> new ConfigLoader(environment, Set.of())
                .parse("baton.toml", file)
                .orThrow());
    }

    private void trigger(BatonServer server) throws IOException, InterruptedException {
        String admin = Files.readString(data("first").resolve("admin.token")).strip();
        URI address = server.address().resolve("/api/v1/jobs/long/trigger");
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Authorization", "Bearer " + admin)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build();
        HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
    }
}
