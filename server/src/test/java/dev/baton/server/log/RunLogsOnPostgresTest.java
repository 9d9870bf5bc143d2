package dev.baton.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunLogsOnPostgresTest extends RunLogsTest {

    @Override
    LogsOn place() {
        return LogsOn.postgres();
    }

    @Test
    void a_run_of_another_node_is_followed_too() throws Exception {
        try (RunLogs other = place.open(LogLimits.DEFAULT)) {
            LogTail tail = logs.tail(RUN, 0);
            other.append(RUN, 1, entries("one", "two"));
            other.close(RUN);

            List<LogLine> seen = new ArrayList<>();
            while (!tail.isOver()) {
                seen.addAll(tail.next(Duration.ofSeconds(30)));
            }
            assertThat(texts(seen)).containsExactly("one", "two");
        }
    }

    @Test
    void what_two_nodes_say_for_one_run_comes_one_after_the_other() throws Exception {
        try (RunLogs other = place.open(LogLimits.DEFAULT)) {
            logs.append(RUN, 1, entries("first"));
            logs.flush(RUN);
            other.append(RUN, 2, entries("second"));
            other.flush(RUN);
            logs.append(RUN, 1, entries("third"));
            logs.flush(RUN);
        }

        List<LogLine> all = logs.read(RUN, 0, 1_000).lines();
        assertThat(texts(all)).containsExactly("first", "second", "third");
        assertThat(all).extracting(LogLine::attempt).containsExactly(1, 2, 1);
        assertThat(all).extracting(LogLine::number).containsExactly(0L, 1L, 2L);
    }
}
