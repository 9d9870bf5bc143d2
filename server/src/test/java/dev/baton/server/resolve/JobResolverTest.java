package dev.baton.server.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Job;
import dev.baton.RunId;
import dev.baton.Workflow;
import dev.baton.jdbc.History;
import dev.baton.jdbc.Stores;
import dev.baton.server.log.LogLimits;
import dev.baton.server.log.RunLogs;
import dev.baton.test.BatonTest;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobResolverTest {

    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path folder;

    private BatonTest baton;
    private History history;
    private RunLogs logs;
    private JobResolver resolver;

    @BeforeEach
    void open() {
        Path file = folder.resolve("baton.db");
        baton = BatonTest.startingAt(
                START.toString(),
                settings -> settings.store(Stores.sqlite(file)).lease(Duration.ofDays(365)));
        history = History.sqlite(file);
        logs = RunLogs.sqlite(folder.resolve("logs.db"), LogLimits.DEFAULT);
        resolver = new JobResolver(history, logs);
    }

    @AfterEach
    void close() {
        logs.close();
        history.close();
        baton.close();
    }

    private RunId ran(Object output) {
        baton.add(Job.named("list").call(context -> output));
        return baton.trigger("list").run("list").id();
    }

    private List<Object> items() throws ResolveException {
        return resolver.resolve("job://list?output_as_lines", new ResolveContext(3, Origin.API, START));
    }

    @Test
    void the_lines_of_a_text_are_items() throws Exception {
        ran("a\n\n#b\n");
        assertThat(items()).containsExactly("a", "#b");
    }

    @Test
    void the_elements_of_a_list_are_items() throws Exception {
        ran(List.of("a", 2, Map.of("b", 3)));
        assertThat(items()).containsExactly("a", 2, Map.of("b", 3));
    }

    @Test
    void one_item_more_than_allowed_is_enough() throws Exception {
        ran("x\n".repeat(100));
        assertThat(items()).hasSize(4);
    }

    @Test
    void a_step_of_a_workflow_is_named_with_it() throws Exception {
        baton.add(Workflow.define("etl", w -> w.call("list", context -> "a")));
        baton.trigger("etl");
        assertThat(resolver.resolve("job://etl/list?output_as_lines", new ResolveContext(3, Origin.API, START)))
                .containsExactly("a");
    }

    @Test
    void what_failed_later_does_not_hide_what_succeeded() throws Exception {
        ran("a");
        baton.advance(Duration.ofMinutes(1));
        baton.failing("list").trigger("list");
        assertThat(items()).containsExactly("a");
    }

    @Test
    void a_run_before_the_window_does_not_count() {
        ran("a");
        ResolveContext later = new ResolveContext(3, Origin.API, START.plusSeconds(1));
        assertThatThrownBy(() -> resolver.resolve("job://list?output_as_lines", later))
                .isInstanceOf(ResolveException.class)
                .hasMessage("list has not succeeded since 2026-11-15T12:00:01Z: there are no lines to take");
    }

    @Test
    void without_an_output_what_was_printed_are_the_items() throws Exception {
        RunId run = ran(Map.of("rows", 7));
        logs.append(run, 2, List.of(new LogEntry(START, Stream.STDOUT, "of another attempt")));
        logs.append(
                run,
                1,
                List.of(
                        new LogEntry(START, Stream.SYSTEM, "begins"),
                        new LogEntry(START, Stream.STDOUT, "a"),
                        new LogEntry(START, Stream.STDERR, "hm"),
                        new LogEntry(START, Stream.STDOUT, " "),
                        new LogEntry(START, Stream.STDOUT, "b".repeat(200_000))));
        assertThat(items()).containsExactly("a", "b".repeat(200_000));
    }

    @Test
    void without_output_and_log_there_are_no_items_to_guess() {
        ran(Map.of("rows", 7));
        assertThatThrownBy(this::items)
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("neither a text nor a list");
    }

    @Test
    void anything_else_than_lines_is_refused() {
        for (String uri : List.of("job://list", "job://list?output", "job://?output_as_lines")) {
            assertThatThrownBy(() -> resolver.resolve(uri, new ResolveContext(3, Origin.API, START)))
                    .as(uri)
                    .isInstanceOf(ResolveException.class);
        }
    }
}
