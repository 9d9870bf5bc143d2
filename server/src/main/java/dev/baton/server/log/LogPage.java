package dev.baton.server.log;

import java.util.List;

/**
 * A part of a log.
 *
 * @param lines in order; empty when there is nothing further at the moment
 * @param next the offset to go on with
 */
public record LogPage(List<LogLine> lines, long next) {

    public LogPage {
        lines = List.copyOf(lines);
    }

    static LogPage of(List<LogLine> lines, long position) {
        return new LogPage(
                lines, lines.isEmpty() ? position : lines.get(lines.size() - 1).next());
    }
}
