package dev.baton.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What compose.yaml deploys, as processes: a migration, a server and two workers on a PostgreSQL, with made secrets. */
class ClusterTest {

    @TempDir
    private Path directory;

    @Test
    @Tag("long")
    void two_workers_execute_the_runs_of_a_server_on_postgresql() throws Exception {
        Path docker = directory.resolve("docker");
        Program.run(
                directory,
                Map.of(),
                "cp",
                "-r",
                Path.of("docker").toAbsolutePath().toString(),
                docker.toString());
        Program.run(docker, Map.of(), docker.resolve("make-secrets").toString());
        String admin = docker.resolve("secrets/admin.token").toString();
        String worker = docker.resolve("secrets/worker.token").toString();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            Map<String, String> settings = new HashMap<>();
            settings.put("BATON_STORAGE_URL", postgres.getJdbcUrl("postgres", "postgres"));
            settings.put("BATON_SERVER_DATA_DIR", directory.resolve("data").toString());
            List<String> migrate = baton("migrate", "--admin-token-file", admin, "--worker-token-file", worker);
            assertThat(Program.run(docker, settings, migrate.toArray(String[]::new)))
                    .contains("The tables are up to date.", "Registered the token \"worker\".");
            assertThat(Program.run(docker, settings, migrate.toArray(String[]::new)))
                    .isEqualTo("The tables are up to date." + System.lineSeparator());

            Map<String, String> listening = new HashMap<>(settings);
            listening.put("BATON_SERVER_HOST", "0.0.0.0");
            listening.put("BATON_SERVER_BEHIND_TLS_PROXY", "true");
            listening.put("BATON_SERVER_ALLOWED_HOSTS", "server,localhost,127.0.0.1");
            listening.put("BATON_SERVER_PORT", "0");
            List<Program> programs = new ArrayList<>();
            try {
                Program server = Program.start(
                        docker,
                        listening,
                        baton("server", "--config", docker.resolve("baton.toml").toString()));
                programs.add(server);
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> server.printed().contains("Baton listens on "));
                assertThat(server.printed()).doesNotContain("Admin token");
                String address = server.printed()
                        .replaceAll("(?s).*Baton listens on http://\\S+?:(\\d+)\\s.*", "http://127.0.0.1:$1");
                for (String name : List.of("one", "two")) {
                    programs.add(Program.start(
                            directory,
                            Map.of(),
                            baton(
                                    "worker",
                                    "--server",
                                    address,
                                    "--token-file",
                                    worker,
                                    "--name",
                                    name,
                                    "--capacity",
                                    "2")));
                }
                String shown = Program.run(
                        directory,
                        Map.of(),
                        baton(
                                        "trigger",
                                        "squares",
                                        "--wait",
                                        "--timeout",
                                        "90s",
                                        "--server",
                                        address,
                                        "--token-file",
                                        admin)
                                .toArray(String[]::new));
                assertThat(shown).contains("success");
                String workers = Program.run(
                        directory,
                        Map.of(),
                        baton("workers", "--server", address, "--token-file", admin)
                                .toArray(String[]::new));
                assertThat(workers).contains("one", "two").doesNotContain("server ");
            } finally {
                programs.forEach(Program::close);
            }
        }
    }

    private static List<String> baton(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Unpacked.home().resolve("bin/baton").toString());
        command.addAll(List.of(arguments));
        return command;
    }
}
