package dev.baton.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever a run says is read again, on both databases. */
class LogTextPropertiesTest {

    private static LogsOn file;
    private static LogsOn server;
    private static RunLogs sqlite;
    private static RunLogs postgres;

    @BeforeContainer
    static void open() throws Exception {
        Path folder = Files.createTempDirectory("baton-logs");
        folder.toFile().deleteOnExit();
        file = LogsOn.sqlite(folder.resolve("baton-logs.db"));
        server = LogsOn.postgres();
        sqlite = file.open(LogLimits.DEFAULT);
        postgres = server.open(LogLimits.DEFAULT);
    }

    @AfterContainer
    static void close() {
        sqlite.close();
        postgres.close();
        file.close();
        server.close();
    }

    @Property(tries = 50)
    void any_text_is_read_as_it_was_said(@ForAll("texts") List<String> texts) throws Exception {
        for (RunLogs logs : List.of(sqlite, postgres)) {
            var run = new dev.baton.RunId(UUID.randomUUID(), 0);
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

    @Provide
    Arbitrary<List<String>> texts() {
        Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(200);
        Arbitrary<String> nulls =
                Arbitraries.strings().withChars('\0', 'a', '\n', '\uD800').ofMaxLength(20);
        Arbitrary<String> endless = Arbitraries.integers()
                .between(1, 4)
                .flatMap(times -> Arbitraries.of("a", "ß", "€", "😀").map(text -> text.repeat(times * 16_385)));
        return Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(8, any),
                        net.jqwik.api.Tuple.of(3, nulls),
                        net.jqwik.api.Tuple.of(1, endless))
                .list()
                .ofMaxSize(20);
    }
}
