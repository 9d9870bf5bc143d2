package dev.baton.dist;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Plays the commands of one page in a directory of its own, with the unpacked archive on the path. */
final class Stage implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern SERVER = Pattern.compile("baton (server|worker)\\b.*");
    private static final Pattern PYTHON_WORKER = Pattern.compile(".*\\bpython3 worker\\.py.*");

    /** A schedule of the pages, and its zone. */
    private static final String AT_TWO = "\"0 2 * * *\"";

    private static final String ZONE = "Europe/Berlin";

    private final Path directory;
    /** That zone, or one in which it is not about to be two: a page does not expect that its schedule fires. */
    private final String zone;

    private final Map<String, String> environment = new HashMap<>();
    private final List<Program> background = new ArrayList<>();

    Stage(Path home, Path directory) {
        this.directory = directory;
        int hour = ZonedDateTime.now(ZoneId.of(ZONE)).getHour();
        this.zone = hour == 1 || hour == 2 ? "Asia/Tokyo" : ZONE;
        environment.put("HOME", directory.toString());
        environment.put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("BATON_SERVER_PORT", "0");
        environment.put("NO_COLOR", "1");
        environment.put("LANG", "C.UTF-8");
        environment.put("TZ", "UTC");
    }

    void write(Session.ShownFile file) throws IOException {
        Path path = directory.resolve(file.name());
        Files.createDirectories(path.getParent());
        String content = file.content();
        Files.writeString(path, content.contains(AT_TWO) ? content.replace(ZONE, zone) : content);
    }

    void copy(Session.CopiedFile file) throws IOException {
        Path source = Path.of("..").resolve(file.path());
        Files.copy(source, directory.resolve(source.getFileName()));
    }

    /**
     * Runs a command until it prints what is expected, if it only reads; once otherwise. A server and a worker stay in
     * the background.
     */
    String run(Session.Command command) throws IOException, InterruptedException {
        String text = command.text();
        if (SERVER.matcher(text).matches() || PYTHON_WORKER.matcher(text).matches()) {
            return start(text);
        }
        String expected = Normal.of(command.printed());
        String printed = once(text);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (isRead(text) && !Normal.matches(expected, Normal.of(printed)) && System.nanoTime() < end) {
            // What it waits for needs the processor that another start of the command would take.
            TimeUnit.MILLISECONDS.sleep(500);
            printed = once(text);
        }
        return printed;
    }

    /** Runs a command until it prints the same twice in a second, for a page that is recorded. */
    String settle(Session.Command command) throws IOException, InterruptedException {
        String text = command.text();
        if (!isRead(text)) {
            return run(command);
        }
        String printed = once(text);
        for (int i = 0; i < 20; i++) {
            TimeUnit.SECONDS.sleep(1);
            String again = once(text);
            if (Normal.of(again).equals(Normal.of(printed))) {
                return again;
            }
            printed = again;
        }
        return printed;
    }

    /** Whether a command can be repeated: it looks, and changes nothing. */
    private static boolean isRead(String text) {
        return text.matches(
                        "(?s)baton (executions|runs|jobs|workflows|approvals|explain|logs|workers|queues|fires)\\b.*")
                || text.startsWith("cat ")
                || (text.startsWith("curl ") && !text.contains("-X") && !text.contains("-d "));
    }

    private String start(String text) throws IOException, InterruptedException {
        Program program = Program.start(directory, environment, List.of("bash", "-c", text));
        background.add(program);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> program.printed().contains("Stop it with Ctrl-C.")
                        || !program.process().isAlive());
        Path address = directory.resolve("baton-data/server.address");
        if (Files.exists(address)) {
            environment.put("SERVER", Files.readString(address).strip());
        }
        Path token = directory.resolve("baton-data/admin.token");
        if (Files.exists(token)) {
            environment.put("TOKEN", Files.readString(token).strip());
        }
        return shown(program.printed());
    }

    private String once(String text) throws IOException, InterruptedException {
        try (Program program = Program.start(directory, environment, List.of("bash", "-c", text))) {
            if (!program.process().waitFor(2, TimeUnit.MINUTES)) {
                throw new AssertionError(text + " did not end: " + program.printed());
            }
            return shown(program.printed());
        }
    }

    /** With the names that a reader's machine would have. */
    private String shown(String printed) {
        return printed.replace(directory.toString(), "/home/you/baton")
                .replace(zone, ZONE)
                .replaceAll("http://127\\.0\\.0\\.1:\\d+", "http://127.0.0.1:7070");
    }

    @Override
    public void close() {
        background.forEach(Program::close);
    }
}
