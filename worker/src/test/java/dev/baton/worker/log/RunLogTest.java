package dev.baton.worker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunLogTest {

    private static final int ALL = Integer.MAX_VALUE;

    @Test
    void lines_end_at_any_kind_of_line_break() {
        RunLog log = log(1000);
        RunLog.Writer writer = log.writer(Stream.STDOUT);
        writer.write("one\ntwo\r");
        writer.write("\nthree\rfo");
        writer.write("ur");
        writer.end();
        assertThat(texts(log)).containsExactly("one", "two", "three", "four");
    }

    @Test
    void a_line_that_is_too_long_is_cut() {
        RunLog log = log(100_000);
        log.add(Stream.STDOUT, "x".repeat(RunLog.LONGEST_LINE * 2 + 1));
        assertThat(texts(log)).extracting(String::length).containsExactly(16_000, 16_000, 1);
    }

    @Test
    void a_secret_is_masked_when_it_comes_in_two_pieces() {
        RunLog log = new RunLog(Masker.of(List.of("s3cret")), 1000, Clock.systemUTC());
        RunLog.Writer writer = log.writer(Stream.STDERR);
        writer.write("password s3c");
        writer.write("ret!\n");
        assertThat(texts(log)).containsExactly("password ***!");
    }

    @Test
    void beyond_the_limit_the_beginning_and_the_end_are_kept() {
        RunLog log = log(10_000);
        for (int i = 0; i < 10_000; i++) {
            log.add(Stream.STDOUT, "line " + i);
        }
        log.end();
        List<String> texts = texts(log);
        assertThat(texts)
                .startsWith("line 0", "line 1")
                .endsWith("line 9998", "line 9999")
                .hasSizeLessThan(300);
        assertThat(texts).anyMatch(text -> text.matches("[\\d,]+ characters of output were dropped here.*10,000.*"));
    }

    @Test
    void the_end_waits_until_the_run_is_over() {
        RunLog log = log(1000);
        for (int i = 0; i < 100; i++) {
            log.add(Stream.STDOUT, "line " + i);
        }
        assertThat(texts(log)).doesNotContain("line 99");
        log.end();
        assertThat(texts(log)).endsWith("line 99");
    }

    @Test
    void entries_stay_until_they_have_been_sent() {
        RunLog log = log(1000);
        log.add(Stream.STDOUT, "one\ntwo");
        assertThat(log.next(1)).extracting(LogEntry::text).containsExactly("one");
        assertThat(log.next(1)).extracting(LogEntry::text).containsExactly("one");
        log.sent(1);
        assertThat(log.next(ALL)).extracting(LogEntry::text).containsExactly("two");
    }

    private static RunLog log(int limit) {
        return new RunLog(Masker.of(List.of()), limit, Clock.systemUTC());
    }

    private static List<String> texts(RunLog log) {
        return log.next(ALL).stream().map(LogEntry::text).toList();
    }
}
