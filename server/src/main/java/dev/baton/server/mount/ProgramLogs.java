package dev.baton.server.mount;

import dev.baton.Baton;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.server.log.LogLine;
import dev.baton.server.log.LogPage;
import dev.baton.server.log.LogSummary;
import dev.baton.server.log.Logs;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The lines that bodies wrote to {@code context.log()}, which are kept with their runs: the newest thousand of each.
 * Nothing is written here. Safe from any thread.
 */
final class ProgramLogs implements Logs {

    private final Baton baton;

    ProgramLogs(Baton baton) {
        this.baton = baton;
    }

    @Override
    public Optional<LogSummary> summary(RunId id) {
        Run run = run(id);
        List<LogLine> lines = lines(run);
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LogSummary(
                        lines.get(lines.size() - 1).next(),
                        lines.size(),
                        0,
                        run.status().isTerminal()));
    }

    @Override
    public LogPage read(RunId id, long offset, int most) {
        List<LogLine> page = new ArrayList<>();
        long next = offset;
        for (LogLine line : lines(run(id))) {
            if (line.offset() >= offset && next - offset < most) {
                page.add(line);
                next = line.next();
            }
        }
        return new LogPage(page, next);
    }

    /** Goes on after the line it has returned last: once a log has a thousand lines, each new one moves the offsets. */
    @Override
    public Tail tail(RunId id, long offset) {
        return new Tail() {

            private long from = offset;
            private Run.@Nullable LogLine last;

            @Override
            public List<LogLine> next(Duration patience) {
                Run run = run(id);
                List<Run.LogLine> kept = run.log();
                List<LogLine> lines = lines(run);
                int seen = last == null ? -1 : kept.lastIndexOf(last);
                List<LogLine> rest = seen >= 0
                        ? lines.subList(seen + 1, lines.size())
                        : lines.stream().filter(line -> line.offset() >= from).toList();
                if (!rest.isEmpty()) {
                    last = kept.get(kept.size() - 1);
                    from = rest.get(rest.size() - 1).next();
                }
                return List.copyOf(rest);
            }
        };
    }

    /** Remarks about a run go to the audit alone: only the run's body writes to its log. */
    @Override
    public void append(RunId run, int attempt, List<LogEntry> entries) {
        // as said above
    }

    @Override
    public void close(RunId run) {
        // a log ends with its run
    }

    private Run run(RunId id) {
        return baton.execution(id.execution()).run(id.number());
    }

    private static List<LogLine> lines(Run run) {
        List<LogLine> lines = new ArrayList<>();
        long offset = 0;
        for (Run.LogLine kept : run.log()) {
            long next = offset + kept.message().getBytes(StandardCharsets.UTF_8).length + 1;
            boolean isError = kept.level() == Level.ERROR || kept.level() == Level.WARN;
            LogEntry entry = new LogEntry(kept.time(), isError ? Stream.STDERR : Stream.STDOUT, kept.message());
            lines.add(new LogLine(offset, next, lines.size(), kept.attempt(), entry, false));
            offset = next;
        }
        return lines;
    }
}
