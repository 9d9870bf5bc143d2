package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of the real jar in a process of its own, on a directory of its own. It can be stopped, killed and started
 * again on the same data; closing it leaves no process behind. For one thread at a time.
 */
final class ServerProcess implements AutoCloseable {

    /** Long, because several of them start side by side on machines with few processors. */
    private static final Duration START = Duration.ofSeconds(60);

    private static final Pattern LISTENS = Pattern.compile("Baton listens on (http://\\S+)");

    private final Path directory;
    private Process process;
    private Path log;
    private URI address;
    private int starts;
    private String port = "0";
    private boolean isDemo;

    private ServerProcess(Path directory) {
        this.directory = directory;
    }

    /**
     * Starts one with this configuration, in which {@code @DIR@} stands for the directory.
     *
     * @param name what its directory is called; it is kept, for those who look into why a test failed
     */
    static ServerProcess start(String name, String configuration) {
        return start(name, configuration, directory -> {});
    }

    /** The same, once something was done with its directory. */
    static ServerProcess start(String name, String configuration, Consumer<Path> before) {
        ServerProcess server = new ServerProcess(newDirectory(name));
        before.accept(server.directory);
        server.configure(configuration);
        server.start();
        return server;
    }

    /** Starts one that does not come to listen: what it prints is in its log. */
    static ServerProcess launch(String name, String configuration) {
        ServerProcess server = new ServerProcess(newDirectory(name));
        server.configure(configuration);
        server.launch();
        return server;
    }

    /** Starts the demo, on a port that it knows from the start: one of its jobs asks it how it is. */
    static ServerProcess demo(String name) {
        ServerProcess server = new ServerProcess(newDirectory(name));
        server.isDemo = true;
        server.port = freePort();
        server.start();
        return server;
    }

    /** What a server that does not start leaves. */
    record Refusal(int exitCode, String printed) {}

    /** Starts one with a configuration that it should refuse. */
    static Refusal refused(String name, String configuration) {
        try (ServerProcess server = new ServerProcess(newDirectory(name))) {
            server.configure(configuration);
            server.launch();
            int code = server.ended(START);
            return new Refusal(code, server.log());
        }
    }

    /** Starts another one on the data of this one, which it should not get. */
    Refusal refusedBeside() {
        try (ServerProcess other = new ServerProcess(directory)) {
            other.starts = 100 + starts;
            other.launch();
            return new Refusal(other.ended(START), other.log());
        }
    }

    private static Path newDirectory(String name) {
        try {
            Path servers = Files.createDirectories(Path.of("target", "servers").toAbsolutePath());
            return Files.createTempDirectory(servers, name + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String freePort() {
        try (ServerSocket any = new ServerSocket(0)) {
            return String.valueOf(any.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes another configuration. */
    void configure(String configuration) {
        try {
            Path next = Files.writeString(
                    directory.resolve("next.toml"), configuration.replace("@DIR@", directory.toString()));
            Files.move(next, directory.resolve("baton.toml"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it, or starts it again. */
    void start() {
        launch();
        await("the server's start")
                .atMost(START)
                .pollInterval(Duration.ofMillis(50))
                .until(this::listens);
    }

    /** Starts it again where it was, for clients that wait for it there. */
    void startInPlace() {
        port = String.valueOf(address.getPort());
        start();
    }

    private void launch() {
        log = directory.resolve("server-" + ++starts + ".log");
        process = Jar.run(
                directory,
                log,
                isDemo
                        ? List.of("server", "--demo", "--port", port, "--data-dir", file("data"))
                        : List.of(
                                "server", "--config", file("baton.toml"), "--port", port, "--data-dir", file("data")));
    }

    private boolean listens() {
        assertThat(process.isAlive())
                .as("the server ended at its start:\n%s", log())
                .isTrue();
        Matcher listens = LISTENS.matcher(log());
        boolean found = listens.find();
        if (found) {
            address = URI.create(listens.group(1));
        }
        return found;
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    Path directory() {
        return directory;
    }

    URI address() {
        return address;
    }

    /** A client with the admin's token. */
    Api api() {
        return new Api(address, token());
    }

    String token() {
        return read(directory.resolve("data").resolve("admin.token")).strip();
    }

    /** What this start of it has printed. */
    String log() {
        return read(log);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGHUP. */
    void hangUp() {
        signal("HUP");
    }

    /** SIGTERM; returns the exit code. */
    int terminate(Duration patience) {
        process.destroy();
        return ended(patience);
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        ended(Duration.ofSeconds(10));
    }

    /** SIGSTOP, and SIGCONT after this time. */
    void freezeFor(Duration time) throws InterruptedException {
        signal("STOP");
        try {
            Thread.sleep(time.toMillis());
        } finally {
            signal("CONT");
        }
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int ended(Duration patience) {
        try {
            assertThat(process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS))
                    .as("the server ends within %s:\n%s", patience, log())
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it with all that it has started. */
    @Override
    public void close() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().join();
        }
    }
}
