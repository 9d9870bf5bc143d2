package dev.baton.internal.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedTraceTest {

    private static long frames(String trace) {
        return trace.lines().filter(line -> line.startsWith("\tat ")).count();
    }

    private static StackTraceElement[] frames(String method, int count) {
        StackTraceElement[] frames = new StackTraceElement[count];
        for (int i = 0; i < count; i++) {
            frames[i] = new StackTraceElement("com.acme.Shop", method, "Shop.java", i + 1);
        }
        return frames;
    }

    @Test
    void a_short_trace_is_told_as_java_does() {
        Exception error = new IllegalStateException("no paper");
        error.setStackTrace(frames("print", 2));
        assertThat(BoundedTrace.of(error)).isEqualTo("""
                java.lang.IllegalStateException: no paper
                \tat com.acme.Shop.print(Shop.java:1)
                \tat com.acme.Shop.print(Shop.java:2)""");
    }

    @Test
    void a_long_trace_is_cut_and_says_so() {
        Error error = new StackOverflowError();
        error.setStackTrace(frames("dig", 1024));
        String trace = BoundedTrace.of(error);
        assertThat(frames(trace)).isEqualTo(50);
        assertThat(trace).startsWith("java.lang.StackOverflowError\n\tat ").endsWith("\n\t... 974 more");
    }

    @Test
    void the_root_cause_of_a_long_trace_is_there() {
        Exception cause = new IllegalArgumentException("the root");
        cause.setStackTrace(frames("root", 100));
        Exception error = new IllegalStateException("outside", new RuntimeException("between", cause));
        error.setStackTrace(frames("outside", 100));
        String trace = BoundedTrace.of(error);
        assertThat(frames(trace)).isEqualTo(50);
        assertThat(trace)
                .contains("\nCaused by: java.lang.RuntimeException: between\n")
                .contains(
                        "\nCaused by: java.lang.IllegalArgumentException: the root\n\tat com.acme.Shop.root(Shop.java:1)");
    }

    @Test
    void frames_that_a_cause_shares_are_told_once() {
        Exception cause = new IllegalArgumentException("inside");
        cause.setStackTrace(
                new StackTraceElement[] {frames("inside", 1)[0], frames("shared", 9)[7], frames("shared", 9)[8]});
        Exception error = new IllegalStateException("outside", cause);
        error.setStackTrace(frames("shared", 9));
        assertThat(BoundedTrace.of(error)).endsWith("""
                Caused by: java.lang.IllegalArgumentException: inside
                \tat com.acme.Shop.inside(Shop.java:1)
                \t... 2 more""");
    }

    @Test
    void a_long_message_is_cut() {
        assertThat(BoundedTrace.of(new IllegalStateException("x".repeat(100_000))))
                .hasSizeLessThan(8_100)
                .contains("\tat dev.baton.internal.execution.BoundedTraceTest");
    }

    @Test
    void a_loop_of_causes_ends() {
        Exception first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));
        assertThat(BoundedTrace.of(first).lines().filter(line -> line.startsWith("Caused by")))
                .hasSize(1);
    }

    private static final class Endless extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    @Test
    void causes_without_end_are_cut() {
        String trace = BoundedTrace.of(new Endless());
        assertThat(trace.lines().filter(line -> line.startsWith("Caused by"))).hasSize(9);
        assertThat(frames(trace)).isLessThanOrEqualTo(50);
    }

    private static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new StackOverflowError("no cause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new OutOfMemoryError("no trace");
        }
    }

    @Test
    void an_error_that_cannot_be_read_is_named() {
        assertThat(BoundedTrace.of(new Unreadable()))
                .startsWith(Unreadable.class.getName() + ": its error cannot be read");
    }

    private static final class Empty extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        @SuppressWarnings("NullAway") // that is what it is for
        public StackTraceElement[] getStackTrace() {
            return new StackTraceElement[] {null};
        }
    }

    @Test
    void a_frame_that_is_null_harms_nobody() {
        assertThat(BoundedTrace.of(new Empty())).startsWith(Empty.class.getName());
    }
}
