package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Workflow;
import dev.baton.cli.output.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ForegroundTest {

    private static final Terminal TERMINAL = new Terminal(true, false, StandardCharsets.US_ASCII, 24, 80);

    private final StringWriter out = new StringWriter();

    @Test
    void on_a_terminal_the_steps_are_drawn_and_summed_up() throws Exception {
        Workflow workflow = Workflow.define("w", w -> w.run("first", context -> context.progress(1, "all done")));
        int code = foreground(workflow, TERMINAL).run(opening(workflow));
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("w  success  ", "  execution ", "+ first  success", "all done", "w succeeded in ");
    }

    @Test
    void a_workflow_that_is_higher_than_the_terminal_is_not_drawn() throws Exception {
        Workflow workflow = Workflow.define("w", w -> w.run("first", context -> {}));
        Terminal low = new Terminal(true, false, StandardCharsets.US_ASCII, 3, 80);
        foreground(workflow, low).run(opening(workflow));
        assertThat(out.toString()).doesNotContain("\u001b").contains("first  success");
    }

    @Test
    void an_interrupt_cancels_the_execution_lets_the_final_step_run_and_tells() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Workflow workflow = Workflow.define("w", w -> {
            w.run("long", context -> {
                running.countDown();
                context.sleep(Duration.ofMinutes(1));
            });
            w.run("next", context -> {}).after("long");
            w.finalRun("tidy", context -> {});
        });
        Foreground foreground = foreground(workflow, TERMINAL);
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> {
            try {
                return foreground.run(opening(workflow));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
        foreground.interrupt();
        assertThat(code.get(60, TimeUnit.SECONDS)).isEqualTo(130);
        assertThat(out.toString())
                .contains("Interrupted: 1 running and told to stop, 1 never started, 0 had ended.")
                .contains("+ tidy  success")
                .contains("w was cancelled after ");
    }

    private Foreground foreground(Workflow workflow, Terminal terminal) {
        return new Foreground(JavaStage.stepsOf(workflow), terminal, new PrintWriter(out));
    }

    private static Foreground.Opening opening(Workflow workflow) {
        return (listener, log) -> JavaStage.open(Baton.builder().listen(listener), workflow);
    }
}
