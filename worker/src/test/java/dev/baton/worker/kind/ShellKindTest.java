package dev.baton.worker.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.worker.Assignment;
import dev.baton.worker.Assignment.Ended;
import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.Assignment.Item;
import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignment.Upstream;
import dev.baton.worker.Assignments;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.NewStep;
import dev.baton.worker.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellKindTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, String> inherited = new HashMap<>(System.getenv());
    private final TestIo io = new TestIo();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void a_command_that_ends_with_0_is_a_success() throws Exception {
        Result result = run("echo hello; echo oops >&2");
        assertThat(result).isEqualTo(new Result(Outcome.SUCCESS, null, null, 0));
        assertThat(io.texts()).containsExactlyInAnyOrder("hello", "oops");
    }

    @Test
    void another_exit_code_is_a_failure_and_the_message_has_the_last_line_of_standard_error() throws Exception {
        Result result = run("echo first >&2; echo no such table >&2; exit 3");
        assertThat(result)
                .isEqualTo(new Result(Outcome.FAILURE, null, "the command ended with exit code 3: no such table", 3));
    }

    @Test
    void exit_codes_can_be_declared_to_be_successes() throws Exception {
        Command command = new Command.Shell("exit 3", "/bin/sh", null, Set.of(0, 3), Duration.ofSeconds(1));
        assertThat(run(Assignments.of("r", command)).outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void a_signal_is_named() throws Exception {
        assertThat(run("kill -9 $$").message()).contains("137: signal 9");
    }

    @Test
    void a_directory_that_does_not_exist_is_named() throws Exception {
        Command command = new Command.Shell("true", "/bin/sh", "/no/such", Set.of(0), Duration.ofSeconds(1));
        assertThat(run(Assignments.of("r", command)).message())
                .isEqualTo("the directory /no/such does not exist on this worker");
    }

    @Test
    void lines_of_key_and_value_are_the_output() throws Exception {
        assertThat(run("echo rows=42 >> $BATON_OUTPUT; echo 'name=a=b c' >> $BATON_OUTPUT")
                        .output())
                .isEqualTo(Map.of("rows", "42", "name", "a=b c"));
    }

    @Test
    void steps_in_the_file_that_baton_steps_names_are_added() throws Exception {
        assertThat(run("echo '[{\"id\": \"a\", \"job\": \"clean\"}]' > $BATON_STEPS")
                        .steps())
                .containsExactly(NewStep.of("a", "clean"));
    }

    @Test
    void a_command_that_fails_adds_nothing_whatever_it_wrote() throws Exception {
        Result result = run("echo 'no steps at all' > $BATON_STEPS; exit 3");
        assertThat(result.steps()).isEmpty();
        assertThat(result.message()).isEqualTo("the command ended with exit code 3");
    }

    @Test
    void a_json_value_is_the_output() throws Exception {
        assertThat(run("echo '[1, {\"a\": null}]' > $BATON_OUTPUT").output())
                .asString()
                .isEqualTo("[1, {a=null}]");
    }

    @Test
    void an_output_that_is_neither_is_a_failure() throws Exception {
        assertThat(run("echo nonsense > $BATON_OUTPUT").message()).contains("line 1", "key=value");
        assertThat(run("echo '{nonsense' > $BATON_OUTPUT").message()).contains("looks like JSON");
    }

    @Test
    void an_output_that_is_too_large_is_a_failure() throws Exception {
        assertThat(run("head -c 1048577 /dev/zero > $BATON_OUTPUT").message())
                .contains("1,048,577 bytes", "at most 1,048,576");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ln -s /dev/zero", "mkfifo", "mkdir"})
    @Timeout(120)
    void what_is_no_plain_file_is_not_read(String makes) throws Exception {
        assertThat(run("rm $BATON_OUTPUT; " + makes + " $BATON_OUTPUT").message())
                .contains("BATON_OUTPUT is not a plain file");
        assertThat(run("rm $BATON_STEPS; " + makes + " $BATON_STEPS").message())
                .contains("BATON_STEPS is not a plain file");
    }

    @Test
    void a_file_that_does_not_say_how_long_it_is_is_not_read_for_ever() throws Exception {
        assertThat(run("ln -sf /proc/kallsyms $BATON_OUTPUT").message()).contains("1,048,577 bytes");
    }

    @Test
    void a_failed_command_is_a_failure_by_its_exit_code_whatever_it_wrote() throws Exception {
        assertThat(run("echo nonsense > $BATON_OUTPUT; exit 3").exitCode()).isEqualTo(3);
    }

    @Test
    void the_run_is_described_in_the_environment() throws Exception {
        RunInfo info = new RunInfo(
                "r-1",
                "e-1",
                "etl/load",
                2,
                Instant.parse("2026-11-15T02:00:00Z"),
                "manual",
                "parent-1",
                "00-aa-bb-01",
                false);
        run(new Assignment(
                "lease",
                info,
                Assignments.shell(
                        "echo $BATON_RUN_ID $BATON_EXECUTION_ID $BATON_JOB $BATON_ATTEMPT $BATON_SCHEDULED_TIME $BATON_TRIGGER $BATON_PARENT_RUN_ID $TRACEPARENT"),
                Assignments.NO_INPUTS,
                List.of()));
        assertThat(io.texts()).containsExactly("r-1 e-1 etl/load 2 2026-11-15T02:00:00Z manual parent-1 00-aa-bb-01");
    }

    @Test
    void parameters_outputs_items_and_files_are_in_the_environment() throws Exception {
        Inputs inputs = new Inputs(
                Map.of("MODE", "fast; rm -rf $HOME"),
                Map.of("max-rows", 10),
                Map.of("extract", Map.of("rows", 7), "name", "plain text"),
                new Item(Map.of("id", 1), 4, "ITEM"),
                Map.of("MANIFEST", "content of the file"),
                new Upstream("failure", Map.of("load-all", new Ended("failure", "disk full"))));
        run(Assignments.withInputs(Assignments.shell("r", """
                        echo "$MODE"
                        echo "$BATON_PARAM_MAX_ROWS $BATON_PARAMETERS"
                        echo "$BATON_OUTPUT_EXTRACT $BATON_OUTPUT_EXTRACT_ROWS $BATON_OUTPUT_NAME"
                        echo "$ITEM $BATON_ITEM_INDEX"
                        cat "$MANIFEST"; echo
                        echo "$BATON_EXECUTION_STATUS $BATON_STATUS_LOAD_ALL $BATON_REASON_LOAD_ALL"
                        """), inputs));
        assertThat(io.texts())
                .containsExactly(
                        "fast; rm -rf $HOME",
                        "10 {\"max-rows\":10}",
                        "{\"rows\":7} 7 plain text",
                        "{\"id\":1} 4",
                        "content of the file",
                        "failure failure disk full");
    }

    @Test
    void what_is_too_long_for_a_variable_is_in_a_file() throws Exception {
        Inputs inputs = new Inputs(Map.of(), Map.of(), Map.of("extract", "x".repeat(500_000)), null, Map.of(), null);
        Result result = run(Assignments.withInputs(
                Assignments.shell("r", "echo ${BATON_OUTPUT_EXTRACT-none}; wc -c < $BATON_OUTPUT_EXTRACT_FILE"),
                inputs));
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(io.texts()).containsExactly("none", "500000");
    }

    @Test
    void the_workers_own_variables_of_baton_are_not_handed_on() throws Exception {
        inherited.put("BATON_WORKER_TOKEN", "secret");
        inherited.put("COLOUR", "blue");
        run("echo ${BATON_WORKER_TOKEN-none} $COLOUR");
        assertThat(io.texts()).containsExactly("none blue");
    }

    @Test
    void temporary_files_are_removed(@TempDir Path directory) throws Exception {
        Path note = directory.resolve("note");
        run(
                "mkdir \"$(dirname $BATON_OUTPUT)/sub\"; ln -s %s \"$(dirname $BATON_OUTPUT)/sub/link\"; echo $BATON_OUTPUT > %s"
                        .formatted(directory, note));
        Path output = Path.of(Files.readString(note).strip());
        assertThat(output.getParent()).doesNotExist();
        assertThat(note).exists();
    }

    @Test
    void bytes_that_are_no_text_do_not_matter() throws Exception {
        assertThat(run("printf 'a\\377b\\n'").outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(io.texts()).containsExactly("a\uFFFDb");
    }

    @Test
    void standard_input_is_empty() throws Exception {
        assertThat(run("cat; echo done").outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(io.texts()).containsExactly("done");
    }

    @Test
    void a_process_of_an_earlier_start_of_the_run_is_stopped_first() throws Exception {
        // A run that no other test has: its processes are stopped wherever they run on this host.
        String id = UUID.randomUUID().toString();
        ProcessBuilder earlier = new ProcessBuilder("sleep", "1000");
        earlier.environment().put("BATON_RUN_ID", id);
        Process process = earlier.start();
        try {
            RunInfo first = Assignments.info(id);
            RunInfo again = new RunInfo(
                    first.id(),
                    first.executionId(),
                    first.job(),
                    first.attempt(),
                    first.scheduledTime(),
                    first.trigger(),
                    null,
                    null,
                    true);
            run(new Assignment("lease", again, Assignments.shell("true"), Assignments.NO_INPUTS, List.of()));
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private Result run(String line) throws InterruptedException, IOException {
        return run(Assignments.shell("r", line));
    }

    private Result run(Assignment assignment) throws InterruptedException {
        return new ShellKind(Launcher.of(new Programs(threads)), inherited, Results.LARGEST_OUTPUT).run(assignment, io);
    }
}
