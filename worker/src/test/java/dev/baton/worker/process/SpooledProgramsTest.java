package dev.baton.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that another process could take up. */
@Timeout(180)
class SpooledProgramsTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final SpooledPrograms programs = new SpooledPrograms(new Programs(threads));
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder err = new StringBuilder();
    private final AtomicBoolean leave = new AtomicBoolean();
    private Duration grace = Duration.ofMillis(500);
    private @Nullable Thread runner;

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void output_exit_code_and_input_pass_through() throws Exception {
        Spool spool = spool();
        assertThat(run(spool, "read word; echo got $word; echo oops >&2; printf last; exit 7", "hello\n"))
                .isEqualTo(7);
        assertThat(out).hasToString("got hello\nlast");
        assertThat(err).hasToString("oops\n");
        assertThat(spool.exitCode()).hasValue(7);
    }

    @Test
    void a_line_for_dev_stderr_removes_nothing() throws Exception {
        run(spool(), "echo first >&2; echo second > /dev/stderr; echo third >&2", null);
        assertThat(err).hasToString("first\nsecond\nthird\n");
    }

    @Test
    void a_signal_that_ends_the_command_is_its_exit_code() throws Exception {
        assertThat(run(spool(), "kill -9 $$", null)).isEqualTo(137);
        assertThat(run(spool(), "kill -TERM $$", null)).isEqualTo(143);
    }

    @Test
    void children_left_in_the_background_are_killed_and_all_is_read() throws Exception {
        run(spool(), "sleep 1000 & echo $! > child; setsid sleep 1000 & echo $! > other; echo said", null);
        assertNobodyIsAlive("child", "other");
        assertThat(out).hasToString("said\n");
    }

    @Test
    void last_words_after_sigterm_are_heard() throws Exception {
        grace = Duration.ofMinutes(1);
        Future<?> running =
                inBackground(spool(), "trap 'echo bye; exit 0' TERM; echo $$ > shell; while :; do sleep 0.01; done");
        await().until(() -> Files.exists(directory.resolve("shell")));
        stop();
        assertThatThrownBy(running::get).isInstanceOf(ExecutionException.class);
        assertThat(out).hasToString("bye\n");
        assertNobodyIsAlive("shell");
    }

    @Test
    void a_command_that_is_left_is_taken_up_with_its_whole_output() throws Exception {
        Spool spool = spool();
        Future<?> running =
                inBackground(spool, "echo one; touch begun; while [ ! -e go ]; do sleep 0.01; done; echo two; exit 3");
        await().until(() -> Files.exists(directory.resolve("begun")));
        leave.set(true);
        stop();
        assertThatThrownBy(running::get).hasCauseInstanceOf(SpooledPrograms.Abandoned.class);
        assertThat(programs.isKnown(spool)).isTrue();
        assertThat(spool.exitCode()).isEmpty();
        out.setLength(0);
        leave.set(false);
        Files.createFile(directory.resolve("go"));
        assertThat(programs.resume(spool, Duration.ofSeconds(1), ears(), leave::get))
                .isEqualTo(3);
        assertThat(out).hasToString("one\ntwo\n");
    }

    @Test
    void a_command_that_was_left_is_stopped_with_its_descendants() throws Exception {
        Spool spool = spool();
        Future<?> running = inBackground(
                spool, "setsid sh -c 'echo $$ > child; exec sleep 1000' & echo $$ > shell; wait; sleep 1000");
        await().until(() -> hasNotedItself("shell") && hasNotedItself("child"));
        leave.set(true);
        stop();
        assertThatThrownBy(running::get).hasCauseInstanceOf(SpooledPrograms.Abandoned.class);
        assertThat(programs.stop(spool, Duration.ofMillis(500))).isTrue();
        assertNobodyIsAlive("shell", "child");
        assertThat(programs.isKnown(spool)).isTrue();
    }

    @Test
    void a_command_whose_shell_was_killed_is_not_known_any_more() throws Exception {
        Spool spool = spool();
        Future<?> running = inBackground(spool, "echo $$ > shell; sleep 1000");
        await().until(() -> hasNotedItself("shell"));
        leave.set(true);
        stop();
        assertThatThrownBy(running::get).hasCauseInstanceOf(SpooledPrograms.Abandoned.class);
        ProcessHandle wrapper = ProcessHandle.of(spool.pid().getAsLong()).orElseThrow();
        wrapper.destroyForcibly();
        await().until(() -> !programs.isKnown(spool));
        assertThat(programs.stop(spool, Duration.ofMillis(500))).isTrue();
        assertNobodyIsAlive("shell");
    }

    private Spool spool() throws IOException {
        String mark = java.util.UUID.randomUUID().toString();
        return Spool.create(directory.resolve(mark), mark);
    }

    private SpooledPrograms.Ears ears() {
        return new SpooledPrograms.Ears(out::append, err::append, () -> false);
    }

    private int run(Spool spool, String line, @Nullable String input) throws Exception {
        Program program = new Program(
                List.of("/bin/sh", "-c", line), directory, Map.of("PATH", System.getenv("PATH")), input, grace);
        return programs.run(program, spool, ears(), leave::get);
    }

    private Future<?> inBackground(Spool spool, String line) {
        return threads.submit(() -> {
            runner = Thread.currentThread();
            return run(spool, line, null);
        });
    }

    private void stop() {
        Thread running = runner;
        if (running != null) {
            running.interrupt();
        }
    }

    private boolean hasNotedItself(String name) {
        try {
            return Files.readString(directory.resolve(name)).endsWith("\n");
        } catch (IOException e) {
            return false;
        }
    }

    private void assertNobodyIsAlive(String... names) throws Exception {
        for (String name : names) {
            long pid = Long.parseLong(Files.readString(directory.resolve(name)).strip());
            await(name).atMost(60, TimeUnit.SECONDS).until(() -> isGone(pid));
        }
    }

    private static boolean isGone(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return true;
        }
    }
}
