package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Terminal;
import dev.baton.server.BatonServer;
import dev.baton.server.config.ConfigLoader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions of commands against a real server, with what they print: the files in src/test/sessions. A line with a dollar is a
 * command, what follows is what it prints, and its exit code where that is not 0. A line with a tilde is repeated until it
 * prints something, and not compared. With -Dsessions.record=true the files are written anew, to be read and committed.
 */
final class SessionTest {

    private static final Path FILES = Path.of("src/test/sessions");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"reads", "actions", "mistakes", "apply", "offline"})
    void a_session_goes_as_it_is_written(String name) throws Exception {
        Path file = FILES.resolve(name + ".session");
        String written = Files.readString(file);
        String seen;
        if (name.equals("offline")) {
            seen = play(written, Map.of("HOME", directory.toString()));
        } else {
            Map<String, String> settings = Map.of(
                    "BATON_SERVER_PORT",
                    "0",
                    "BATON_SERVER_DATA_DIR",
                    directory.resolve("data").toString(),
                    "BATON_WORKER_SHUTDOWN_GRACE",
                    "0s");
            ConfigLoader loader = new ConfigLoader(settings, Set.of());
            String toml = Files.readString(FILES.resolve("baton.toml"));
            try (BatonServer server =
                    BatonServer.start(() -> loader.parse("baton.toml", toml).orThrow())) {
                seen = play(
                                written,
                                Map.of(
                                        "HOME", directory.toString(),
                                        "BATON_SERVER", server.address().toString(),
                                        "BATON_SERVER_DATA_DIR",
                                                directory.resolve("data").toString()))
                        .replace(server.address().toString(), "http://127.0.0.1:7070");
            }
        }
        if (Boolean.getBoolean("sessions.record")) {
            Files.writeString(file, seen);
        }
        assertThat(seen).isEqualTo(written);
    }

    private String play(String written, Map<String, String> environment) {
        StringBuilder seen = new StringBuilder();
        for (String line : written.lines().toList()) {
            if (line.startsWith("#") && seen.indexOf("$") < 0) {
                seen.append(line).append('\n');
            } else if (line.startsWith("$ baton ")) {
                seen.append(line).append('\n').append(normal(run(line, environment)));
            } else if (line.startsWith("~ baton ")) {
                seen.append(line).append('\n');
                until(line, environment);
            }
        }
        return seen.toString().replace(directory.toString(), "HOME");
    }

    private static void until(String line, Map<String, String> environment) {
        await(line + " prints something")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !run(line, environment).isBlank());
    }

    private static String run(String line, Map<String, String> environment) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2));
        }
        String[] args = words.subList(2, words.size()).stream()
                .map(text -> text.startsWith("sessions/") || text.startsWith("import/") ? "src/test/" + text : text)
                .toArray(String[]::new);
        StringWriter printed = new StringWriter();
        Surroundings here =
                new Surroundings(Clock.systemUTC(), Terminal.none(StandardCharsets.UTF_8), new HashMap<>(environment));
        int code = Main.commandLine(here, args)
                .setOut(new PrintWriter(printed, true))
                .setErr(new PrintWriter(printed, true))
                .execute(args);
        return printed + (code == 0 ? "" : "[exit " + code + "]\n");
    }

    /** Without what differs from one time to the next: ids, times, and the widths that follow from them. */
    private static String normal(String printed) {
        String normal = printed.replaceAll(
                        "[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}(-[0-9a-f]{4}(-[0-9a-f]{12})?)?)?", "<id>")
                .replaceAll("\\b[0-9a-f]{8}\\b", "<id>")
                .replaceAll("btn_[A-Za-z0-9_-]+", "<token>")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z", "<time>")
                .replaceAll(
                        "\\w{3} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d [+-]\\d\\d:\\d\\d +\\([^)]*\\)", "<moment>")
                .replaceAll("\\d+\\.\\d s\\b", "<took>")
                .replaceAll(
                        "(?m)\\b(in )?\\d+ (s|min|h|d)( \\d+ (s|min|h|d))?( ago)?(?= |$)|\\bnow(?= {2}|$)", "<when>")
                .replaceAll("adhoc-[0-9a-f]+", "adhoc-<id>")
                .replaceAll("(?m)(?<=\\S) {2,}", "  ")
                .replaceAll("(?m) +$", "");
        return normal.replace("src/test/", "");
    }
}
