package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.worker.kind.Launcher;
import dev.baton.worker.kind.LeftBehind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that is started again on the directory of its former process. */
final class ReturningWorkerTest {

    private static final Duration NEVER = Duration.ofMinutes(5);
    private static final Duration LONG = Duration.ofMinutes(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestServer server = new TestServer(Duration.ofMillis(30), NEVER);

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void a_command_that_is_left_goes_on_under_the_same_worker_and_its_log_has_each_line_once() throws Exception {
        server.submit(Assignments.shell("r", """
                echo one; echo err-one >&2
                while [ ! -e %1$s/go ]; do sleep 0.02; done
                echo two; echo err-two >&2; echo value=7 >"$BATON_OUTPUT\"""".formatted(directory)));
        try (Incarnation first = new Incarnation()) {
            await().atMost(LONG).until(() -> server.entries("r").size() == 2);
            first.leaveCommands();
        }
        assertThat(server.isHeld("r")).isTrue();
        Files.createFile(directory.resolve("go"));
        try (Incarnation second = new Incarnation()) {
            await().atMost(LONG).until(() -> server.result("r").isPresent());
            await().atMost(LONG).until(() -> second.files.spools().leases().isEmpty());
        }
        assertThat(server.log("r")).containsExactlyInAnyOrder("one", "err-one", "two", "err-two");
        assertThat(server.result("r").orElseThrow().output()).isEqualTo(Map.of("value", "7"));
        assertThat(server.workers()).isZero();
        assertThat(kept()).isEmpty();
    }

    @Test
    void a_command_whose_run_is_anothers_by_now_is_stopped_with_its_descendants() throws Exception {
        server.submit(Assignments.shell("r", "sleep 1000 & echo $$ $!; wait"));
        long[] pids;
        try (Incarnation first = new Incarnation()) {
            await().atMost(LONG).until(() -> server.log("r").size() == 1);
            pids = Stream.of(server.log("r").get(0).split(" ", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            first.leaveCommands();
        }
        assertThat(isAlive(pids[0])).isTrue();
        server.takeAway("r");
        try (Incarnation second = new Incarnation()) {
            await().atMost(LONG).until(() -> !isAlive(pids[0]) && !isAlive(pids[1]));
            await().atMost(LONG).until(() -> second.worker.running() == 0);
        }
        assertThat(server.result("r")).isEmpty();
        assertThat(kept()).isEmpty();
    }

    @Test
    void a_result_that_no_server_took_is_delivered_by_the_next_process() throws Exception {
        server.submit(
                Assignments.shell("r", "while [ ! -e %s/go ]; do sleep 0.02; done; echo done".formatted(directory)));
        try (Incarnation first = new Incarnation()) {
            await().atMost(LONG).until(() -> first.worker.running() == 1);
            server.unreachable(true);
            Files.createFile(directory.resolve("go"));
            await().atMost(LONG).until(() -> first.hasEnded("r"));
        }
        server.unreachable(false);
        try (Incarnation second = new Incarnation()) {
            await().atMost(LONG).until(() -> server.result("r").isPresent());
            await().atMost(LONG).until(() -> second.worker.running() == 0);
        }
        assertThat(server.log("r")).containsExactly("done");
        assertThat(server.result("r").orElseThrow().exitCode()).isZero();
    }

    @Test
    void a_directory_is_for_one_process_at_a_time() throws Exception {
        try (Incarnation first = new Incarnation()) {
            assertThat(first.worker.running()).isZero();
            assertThat(WorkerFiles.open(directory.resolve("data"), new Programs(threads), Clock.systemUTC()))
                    .isEmpty();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve("data/commands"))) {
            return all.toList();
        }
    }

    /** What a process of the worker has of it. */
    private final class Incarnation implements AutoCloseable {

        final WorkerFiles files;
        final Worker worker;

        Incarnation() throws IOException {
            Optional<WorkerFiles> opened =
                    WorkerFiles.open(directory.resolve("data"), new Programs(threads), Clock.systemUTC());
            files = opened.orElseThrow();
            worker = new Worker(
                    new ReturningDispatch(server, files),
                    WorkerOptions.named("w").withClaimPatience(Duration.ofSeconds(1)),
                    StandardKinds.of(
                            Launcher.of(files.spools()),
                            threads,
                            Map.of("PATH", System.getenv("PATH")),
                            List.of("claude"),
                            () -> new Allowed(false, Set.of(), Set.of()),
                            StandardKinds.LARGEST_OUTPUT),
                    Set.of());
            for (LeftBehind command : files.spools().leftBehind()) {
                files.spools().takenUp(command);
                worker.takeUp(command);
            }
            worker.start();
        }

        void leaveCommands() throws InterruptedException {
            worker.drain();
            files.spools().leave();
            worker.letGo();
        }

        boolean hasEnded(String lease) throws IOException {
            try (Stream<Path> all = Files.walk(directory.resolve("data/commands"))) {
                return files.spools().leases().contains(lease) && all.anyMatch(file -> file.endsWith("exit"));
            }
        }

        @Override
        public void close() throws IOException {
            worker.close(Duration.ZERO);
            files.close();
        }
    }
}
