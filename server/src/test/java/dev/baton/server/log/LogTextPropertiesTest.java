package dev.baton.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.RunId;
import dev.baton.seeded.Draw;
import dev.baton.seeded.Seeds;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that any text of a run is read back unchanged, on both databases. */
class LogTextPropertiesTest {

    private static LogsOn file;
    private static LogsOn server;
    private static RunLogs sqlite;
    private static RunLogs postgres;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        file = LogsOn.sqlite(folder.resolve("baton-logs.db"));
        server = LogsOn.postgres();
        sqlite = file.open(LogLimits.DEFAULT);
        postgres = server.open(LogLimits.DEFAULT);
    }

    @AfterAll
    static void close() {
        sqlite.close();
        postgres.close();
        file.close();
        server.close();
    }

    @Test
    void any_text_is_read_as_it_was_said() {
        Seeds.tries(50, draw -> isReadAsItWasSaid(draw.list(0, 20, () -> text(draw))));
    }

    private static void isReadAsItWasSaid(List<String> texts) throws Exception {
        for (RunLogs logs : List.of(sqlite, postgres)) {
            var run = new RunId(UUID.randomUUID(), 0);
            logs.append(
                    run,
                    1,
                    texts.stream()
                            .map(text -> new LogEntry(Instant.EPOCH, Stream.STDERR, text))
                            .toList());
            logs.flush(run);

            StringBuilder read = new StringBuilder();
            LogPage page = logs.read(run, 0, 50_000);
            while (!page.lines().isEmpty()) {
                page.lines().forEach(line -> read.append(line.entry().text()).append(line.isContinued() ? "" : "\n"));
                page = logs.read(run, page.next(), 50_000);
            }
            assertThat(read.toString()).isEqualTo(valid(texts));
            assertThat(page.next()).isEqualTo(valid(texts).getBytes(StandardCharsets.UTF_8).length);
        }
    }

    /** A half of a pair of surrogates is no character. */
    private static String valid(List<String> texts) {
        StringBuilder all = new StringBuilder();
        texts.forEach(text -> all.append(text).append('\n'));
        return new String(all.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String text(Draw draw) {
        int sort = draw.between(1, 12);
        if (sort == 1) {
            return draw.of("a", "ß", "€", "😀").repeat(draw.between(1, 4) * 16_385);
        }
        return sort <= 4 ? draw.textOf("\0a\n\uD800", 0, 20) : draw.text(0, 200);
    }
}
