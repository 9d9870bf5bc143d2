package dev.baton.worker.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.worker.Assignments;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.process.Programs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClaudeKindTest {

    private static final Map<String, String> PATH = Map.of("PATH", System.getenv("PATH"));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestIo io = new TestIo();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void the_prompt_goes_in_and_the_answer_is_the_output() throws Exception {
        Result result = run("Say \"hello\"; $HOME", List.of("tr", "a-z", "A-Z"));
        assertThat(result).isEqualTo(new Result(Outcome.SUCCESS, "SAY \"HELLO\"; $HOME", null, 0));
        assertThat(io.texts()).containsExactly("SAY \"HELLO\"; $HOME");
    }

    @Test
    void a_prompt_may_be_longer_than_a_pipe() throws Exception {
        assertThat(run("x".repeat(900_000), List.of("wc", "-c")).output()).isEqualTo("900000");
    }

    @Test
    void a_program_need_not_read_the_prompt() throws Exception {
        assertThat(run("x".repeat(900_000), List.of("true")).outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void an_exit_code_is_a_failure() throws Exception {
        assertThat(run("", List.of("sh", "-c", "echo no credit >&2; exit 1")).message())
                .isEqualTo("\"sh\" ended with exit code 1: no credit");
    }

    @Test
    void the_worker_says_which_program_when_the_command_does_not() throws Exception {
        Command.Claude command = new Command.Claude("hi", List.of(), null, Duration.ofSeconds(1));
        assertThat(new ClaudeKind(Launcher.of(new Programs(threads)), PATH, List.of("cat"), Results.LARGEST_OUTPUT)
                        .run(Assignments.of("r", command), io)
                        .output())
                .isEqualTo("hi");
    }

    private Result run(String prompt, List<String> program) throws InterruptedException {
        Command.Claude command = new Command.Claude(prompt, program, null, Duration.ofSeconds(1));
        return new ClaudeKind(
                        Launcher.of(new Programs(threads)), PATH, ClaudeKind.DEFAULT_PROGRAM, Results.LARGEST_OUTPUT)
                .run(Assignments.of("r", command), io);
    }
}
