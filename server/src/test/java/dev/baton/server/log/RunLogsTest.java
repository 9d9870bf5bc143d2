package dev.baton.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.RunId;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests logs on every database. */
abstract class RunLogsTest {

    static final RunId RUN = new RunId(UUID.fromString("0190a5c8-0000-7000-8000-000000000001"), 3);

    private static final Instant TIME = Instant.parse("2026-11-15T02:00:00.123456Z");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Function<Collection<UUID>, Set<UUID>> ALL_EXIST = Set::copyOf;

    LogsOn place;
    RunLogs logs;

    abstract LogsOn place();

    @BeforeEach
    void open() {
        place = place();
        logs = place.open(LogLimits.DEFAULT);
    }

    @AfterEach
    void close() {
        logs.close();
        place.close();
    }

    private void reopen(LogLimits limits) {
        logs.close();
        logs = place.open(limits);
    }

    static LogEntry entry(String text) {
        return new LogEntry(TIME, Stream.STDOUT, text);
    }

    static List<LogEntry> entries(String... texts) {
        return java.util.stream.Stream.of(texts).map(RunLogsTest::entry).toList();
    }

    static List<String> texts(List<LogLine> lines) {
        return lines.stream().map(line -> line.entry().text()).toList();
    }

    private List<LogLine> all(RunId run) {
        List<LogLine> lines = new ArrayList<>();
        LogPage page = logs.read(run, 0, 100_000);
        while (!page.lines().isEmpty()) {
            lines.addAll(page.lines());
            page = logs.read(run, page.next(), 100_000);
        }
        return lines;
    }

    private static RunId run(int number) {
        return new RunId(RUN.execution(), number);
    }

    // ---- reading

    @Test
    void what_was_said_is_read_as_it_was_said() throws Exception {
        var out = new LogEntry(TIME, Stream.STDOUT, "grüße");
        var err = new LogEntry(TIME.plusSeconds(1), Stream.STDERR, "");
        logs.append(RUN, 2, List.of(out, err));
        logs.flush(RUN);

        assertThat(logs.read(RUN, 0, 1_000).lines())
                .containsExactly(new LogLine(0, 8, 0, 2, out, false), new LogLine(8, 9, 1, 2, err, false));
    }

    @Test
    void what_is_not_written_down_yet_is_read_too() throws Exception {
        reopen(new LogLimits(10_000_000, 1 << 20, 64 << 20, 1 << 20, Duration.ofHours(1)));
        logs.append(RUN, 1, entries("one", "two"));

        assertThat(texts(logs.read(RUN, 0, 1_000).lines())).containsExactly("one", "two");
        assertThat(logs.summary(RUN)).contains(new LogSummary(8, 2, 0, false));
        assertThat(logs.commits()).isZero();
    }

    @Test
    void a_log_is_read_from_an_offset_from_the_middle_of_a_line_and_from_a_line() throws Exception {
        logs.append(RUN, 1, entries("one", "two", "three"));
        for (int round = 0; round < 2; round++) {
            assertThat(texts(logs.read(RUN, 4, 1_000).lines())).containsExactly("two", "three");
            assertThat(texts(logs.read(RUN, 5, 1_000).lines())).containsExactly("three");
            assertThat(logs.read(RUN, 9, 1_000).lines()).isEmpty();
            assertThat(logs.read(RUN, 14, 1_000)).isEqualTo(new LogPage(List.of(), 14));
            assertThat(texts(logs.readFromLine(RUN, 2, 1_000).lines())).containsExactly("three");
            assertThat(logs.readFromLine(RUN, 3, 1_000).lines()).isEmpty();
            logs.flush(RUN);
        }
    }

    @Test
    void pages_follow_each_other_without_a_hole() throws Exception {
        List<LogEntry> said =
                IntStream.range(0, 5_000).mapToObj(i -> entry("line " + i)).toList();
        logs.append(RUN, 1, said);
        logs.flush(RUN);

        List<LogLine> read = new ArrayList<>();
        LogPage page = logs.read(RUN, 0, 1_000);
        while (!page.lines().isEmpty()) {
            assertThat(page.lines()).hasSizeLessThan(200);
            read.addAll(page.lines());
            page = logs.read(RUN, page.next(), 1_000);
        }
        assertThat(read).extracting(LogLine::entry).isEqualTo(said);
    }

    @Test
    void a_very_long_line_is_one_line_of_the_text() throws Exception {
        String longest = "ß€😀".repeat(40_000);
        logs.append(RUN, 1, entries(longest, "next"));
        logs.flush(RUN);

        var out = new ByteArrayOutputStream();
        logs.copy(RUN, 0, out);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(longest + "\nnext\n");
    }

    @Test
    void lines_are_found_whatever_their_case() throws Exception {
        logs.append(RUN, 1, entries("an ERROR", "fine", "another error", "error"));

        assertThat(texts(logs.search(RUN, "Error", 0, 2))).containsExactly("an ERROR", "another error");
    }

    @Test
    void a_run_that_has_said_nothing_has_no_log() {
        assertThat(logs.summary(RUN)).isEmpty();
        assertThat(logs.read(RUN, 0, 1_000)).isEqualTo(new LogPage(List.of(), 0));
    }

    // ---- following

    @Test
    void a_tail_gives_what_there_is_then_what_comes_and_ends_with_the_log() throws Exception {
        logs.append(RUN, 1, entries("one"));
        logs.flush(RUN);
        LogTail tail = logs.tail(RUN, 0);

        assertThat(texts(tail.next(PATIENCE))).containsExactly("one");
        logs.append(RUN, 1, entries("two"));
        assertThat(texts(tail.next(PATIENCE))).containsExactly("two");
        assertThat(tail.next(Duration.ZERO)).isEmpty();
        assertThat(tail.isOver()).isFalse();
        logs.close(RUN);
        assertThat(tail.next(PATIENCE)).isEmpty();
        assertThat(tail.isOver()).isTrue();
        assertThat(texts(logs.tail(RUN, 4).next(PATIENCE))).containsExactly("two");
    }

    @Test
    void a_tail_of_a_run_that_has_not_begun_waits_for_it() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<List<LogLine>> seen = thread.submit(() -> logs.tail(RUN, 0).next(PATIENCE));
        logs.append(RUN, 1, entries("at last"));

        assertThat(texts(seen.get())).containsExactly("at last");
        thread.shutdown();
    }

    @Test
    void many_tails_see_every_line_of_many_writers_once_and_in_order() throws Exception {
        int writers = 8;
        int lines = 2_000;
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<List<LogLine>>> tails = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            tails.add(threads.submit(following(logs.tail(run(i % 2), 0))));
        }
        List<Future<?>> writing = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            int mine = writer;
            writing.add(threads.submit(() -> {
                for (int i = 0; i < lines; i++) {
                    logs.append(run(mine % 2), 1, entries(mine + " " + i));
                }
                return null;
            }));
        }
        for (Future<?> one : writing) {
            one.get();
        }
        logs.close(run(0));
        logs.close(run(1));

        for (int i = 0; i < tails.size(); i++) {
            List<LogLine> seen = tails.get(i).get();
            assertThat(seen).hasSize(lines * writers / 2).isEqualTo(all(run(i % 2)));
            assertThat(seen).extracting(LogLine::number).isSorted().doesNotHaveDuplicates();
            assertThat(ofWriter(seen, i % 2)).isEqualTo(ofWriter(lines, i % 2));
        }
        threads.shutdown();
    }

    private static Callable<List<LogLine>> following(LogTail tail) {
        return () -> {
            List<LogLine> seen = new ArrayList<>();
            while (!tail.isOver()) {
                seen.addAll(tail.next(PATIENCE));
            }
            return seen;
        };
    }

    private static List<String> ofWriter(List<LogLine> lines, int writer) {
        return texts(lines).stream()
                .filter(text -> text.startsWith(writer + " "))
                .toList();
    }

    private static List<String> ofWriter(int lines, int writer) {
        return IntStream.range(0, lines).mapToObj(i -> writer + " " + i).toList();
    }

    // ---- limits

    @Test
    void of_a_log_that_is_too_long_the_head_and_the_end_are_kept() throws Exception {
        reopen(new LogLimits(20_000, 16_384, 1 << 20, 4_096, Duration.ofMillis(5)));
        int lines = 10_000;
        for (int i = 0; i < lines; i++) {
            logs.append(RUN, 1, entries("line " + i));
        }
        logs.close(RUN);
        following(logs.tail(RUN, 0)).call();

        List<LogLine> kept = all(RUN);
        LogSummary summary = logs.summary(RUN).orElseThrow();
        long keptBytes = summary.bytes() - summary.dropped();
        assertThat(texts(kept)).startsWith("line 0").endsWith("line " + (lines - 1));
        assertThat(keptBytes).isBetween(15_000L, 30_000L);
        List<LogLine> gap = kept.stream()
                .filter(line -> line.entry().stream() == Stream.SYSTEM)
                .toList();
        assertThat(gap).hasSize(1);
        assertThat(gap.get(0).next() - gap.get(0).offset()).isEqualTo(summary.dropped());
        assertThat(gap.get(0).entry().text()).contains("bytes were dropped here");
    }

    @Test
    void a_run_that_says_very_much_is_held_up_alone_and_memory_stays_small() throws Exception {
        int buffer = 128 * 1024;
        reopen(new LogLimits(2_000_000, buffer, 4 << 20, 64 * 1024, Duration.ofMillis(100)));
        long total = 100_000_000;
        List<LogEntry> some = IntStream.range(0, 100)
                .mapToObj(i -> entry("x".repeat(900) + i))
                .toList();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<Long> loud = thread.submit(() -> {
            long said = 0;
            while (said < total) {
                logs.append(RUN, 1, some);
                said += some.size() * 900L;
            }
            logs.flush(RUN);
            return said;
        });
        int rounds = 0;
        while (!loud.isDone()) {
            for (int quiet = 0; quiet < 50; quiet++) {
                logs.append(run(100 + quiet), 1, entries("tick " + rounds));
            }
            rounds++;
            logs.flush(run(149));
        }

        assertThat(loud.get()).isGreaterThanOrEqualTo(total);
        assertThat(logs.mostWaiting(RUN)).isLessThanOrEqualTo(buffer);
        assertThat(texts(all(run(120)))).isEqualTo(ticks(rounds));
        LogSummary summary = logs.summary(RUN).orElseThrow();
        assertThat(summary.bytes() - summary.dropped()).isLessThan(2_300_000);
        thread.shutdown();
    }

    private static List<String> ticks(int rounds) {
        return IntStream.range(0, rounds).mapToObj(i -> "tick " + i).toList();
    }

    // ---- surviving

    @Test
    void offsets_go_on_after_a_restart() throws Exception {
        logs.append(RUN, 1, entries("one"));
        reopen(LogLimits.DEFAULT);
        logs.append(RUN, 2, entries("two"));
        reopen(LogLimits.DEFAULT);

        assertThat(all(RUN)).extracting(LogLine::offset).containsExactly(0L, 4L);
        assertThat(all(RUN)).extracting(LogLine::number).containsExactly(0L, 1L);
        assertThat(all(RUN)).extracting(LogLine::attempt).containsExactly(1, 2);
    }

    @Test
    void a_closed_log_that_grows_again_is_open() throws Exception {
        logs.append(RUN, 1, entries("one"));
        logs.close(RUN);
        logs.flush(RUN);
        logs.append(RUN, 2, entries("two"));
        logs.flush(RUN);

        assertThat(logs.summary(RUN)).contains(new LogSummary(8, 2, 0, false));
    }

    @Test
    void nothing_is_said_after_the_end() {
        logs.close();

        assertThatThrownBy(() -> logs.append(RUN, 1, entries("late"))).hasMessageContaining("logs are closed");
    }

    // ---- pruning

    @Test
    void old_logs_are_removed() throws Exception {
        int many = 600;
        for (int i = 0; i < many; i++) {
            logs.append(run(i), 1, entries("old"));
            logs.close(run(i));
        }
        for (int i = 0; i < many; i++) {
            following(logs.tail(run(i), 0)).call();
        }

        assertThat(logs.prune(Instant.now().minusSeconds(3_600), ALL_EXIST)).isZero();
        assertThat(logs.prune(Instant.now().plusSeconds(1), ALL_EXIST)).isEqualTo(many);
        assertThat(logs.summary(run(7))).isEmpty();
        assertThat(logs.read(run(7), 0, 1_000).lines()).isEmpty();
    }

    @Test
    void a_log_whose_execution_is_not_there_yet_is_not_removed() throws Exception {
        logs.append(RUN, 1, entries("new"));
        logs.flush(RUN);

        assertThat(logs.prune(Instant.EPOCH, executions -> Set.of())).isZero();
        assertThat(texts(all(RUN))).containsExactly("new");
    }
}
