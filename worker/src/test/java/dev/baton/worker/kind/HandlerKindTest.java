package dev.baton.worker.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.worker.Assignments;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch;
import dev.baton.worker.Handler;
import dev.baton.worker.Handlers;
import org.junit.jupiter.api.Test;

class HandlerKindTest {

    private final TestIo io = new TestIo();

    private Dispatch.Result run(Handler handler) throws InterruptedException {
        return new HandlerKind(Handlers.none().with("report", handler))
                .run(Assignments.of("r", new Command.Handler("report")), io);
    }

    @Test
    void a_failure_is_told_in_the_words_of_the_exception_and_traced_in_the_log() throws Exception {
        Dispatch.Result result = run(context -> {
            throw new IllegalStateException("no disk");
        });
        assertThat(result.message()).isEqualTo("handler \"report\" failed: no disk");
        assertThat(io.texts()).anyMatch(text -> text.contains("java.lang.IllegalStateException: no disk"));
    }

    @Test
    void an_error_of_a_handler_is_a_failure_of_its_own() throws Exception {
        Dispatch.Result result = run(context -> {
            throw new StackOverflowError();
        });
        assertThat(result.message())
                .isEqualTo("handler \"report\" failed without a message (StackOverflowError):"
                        + " its log has the stack trace");
        assertThat(io.texts()).anyMatch(text -> text.contains("java.lang.StackOverflowError"));
    }

    private static final class Endless extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public synchronized Throwable getCause() {
            return new IllegalStateException("x".repeat(1_000_000), new IllegalStateException("y".repeat(1_000_000)));
        }
    }

    @Test
    void an_exception_that_cannot_be_read_harms_nobody() throws Exception {
        Dispatch.Result result = run(context -> {
            throw new Endless();
        });
        assertThat(result.message())
                .isEqualTo("handler \"report\" failed without a message (Endless): its log has the stack trace");
        assertThat(io.texts()).anyMatch(text -> text.contains(Endless.class.getName()));
        assertThat(String.join("", io.texts())).hasSizeLessThan(100_000);
    }

    @Test
    void an_exception_without_words_is_in_the_log() throws Exception {
        Dispatch.Result result = run(context -> {
            throw new UnsupportedOperationException();
        });
        assertThat(result.message())
                .isEqualTo("handler \"report\" failed without a message (UnsupportedOperationException):"
                        + " its log has the stack trace");
    }
}
