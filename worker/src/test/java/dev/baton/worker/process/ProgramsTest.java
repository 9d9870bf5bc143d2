package dev.baton.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: each notes its id in a file, and the tests look whether it is alive. */
class ProgramsTest {

    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofMinutes(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Duration grace = Duration.ofMillis(500);

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void children_left_in_the_background_are_killed_when_the_shell_ends() throws Exception {
        run("sleep 1000 & echo $! > child; (sleep 1000 & echo $! > grandchild)");
        assertNobodyIsAlive("child", "grandchild");
    }

    @Test
    void a_child_that_was_forked_twice_is_killed() throws Exception {
        run("(sh -c 'sleep 1000 & echo $! > child' &) ; while [ ! -s child ]; do :; done");
        assertNobodyIsAlive("child");
    }

    @Test
    void a_child_with_a_session_of_its_own_is_killed() throws Exception {
        run("setsid sh -c 'echo $$ > child; exec sleep 1000' & while [ ! -s child ]; do :; done");
        assertNobodyIsAlive("child");
    }

    @Test
    void a_child_with_a_process_group_of_its_own_is_killed() throws Exception {
        run("set -m; sleep 1000 & echo $! > child");
        assertNobodyIsAlive("child");
    }

    @Test
    void who_ignores_sigterm_is_killed_after_the_grace() throws Exception {
        stop("trap '' TERM; echo $$ > shell; sleep 1000 & echo $! > child; while :; do wait; done", "shell", "child");
        assertNobodyIsAlive("shell", "child");
    }

    @Test
    void a_program_can_clean_up_before_it_is_killed() throws Exception {
        grace = AS_LONG_AS_IT_TAKES;
        stop("trap 'echo bye > farewell; exit 0' TERM; echo $$ > shell; while :; do sleep 0.01; done", "shell");
        assertThat(directory.resolve("farewell")).hasContent("bye");
        assertNobodyIsAlive("shell");
    }

    @Test
    void sigterm_reaches_the_whole_group_once() throws Exception {
        grace = AS_LONG_AS_IT_TAKES;
        stop("""
                sh -c 'trap "echo x >> got; exit" TERM; echo $$ > child; while :; do sleep 0.01; done' &
                trap 'wait; exit' TERM
                echo $$ > shell; while :; do sleep 0.01; done
                """, "shell", "child");
        assertThat(directory.resolve("got")).hasContent("x");
    }

    @Test
    void a_grandchild_with_a_session_of_its_own_is_stopped_too() throws Exception {
        stop("setsid sh -c 'echo $$ > child; exec sleep 1000' & echo $$ > shell; wait", "shell", "child");
        assertNobodyIsAlive("shell", "child");
    }

    @Test
    void a_program_that_ends_at_once_is_read_to_the_end() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 50; i++) {
            new Programs(threads).run(program("echo last words"), piece -> heard.add(piece.toString()), err -> {});
        }
        assertThat(String.join("", heard)).isEqualTo("last words\n".repeat(50));
    }

    private void run(String line) throws IOException, InterruptedException {
        new Programs(threads).run(program(line), out -> {}, err -> {});
    }

    private void stop(String line, String... started) throws Exception {
        Future<?> running = threads.submit(() -> {
            run(line);
            return null;
        });
        await().until(() -> List.of(started).stream().allMatch(this::hasNotedItself));
        running.cancel(true);
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertNobodyIsAlive(started));
    }

    private Program program(String line) {
        return new Program(
                List.of("/bin/sh", "-c", line), directory, Map.of("PATH", System.getenv("PATH")), null, grace);
    }

    private boolean hasNotedItself(String name) {
        try {
            return Files.readString(directory.resolve(name)).endsWith("\n");
        } catch (IOException e) {
            return false;
        }
    }

    private void assertNobodyIsAlive(String... names) throws IOException {
        for (String name : names) {
            long pid = Long.parseLong(Files.readString(directory.resolve(name)).strip());
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(handle -> !isZombie(pid)))
                    .as(name)
                    .isEmpty();
        }
    }

    /** Nobody may be there to take the end of an orphan, in a container for instance. */
    private static boolean isZombie(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return true;
        }
    }
}
