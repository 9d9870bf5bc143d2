package dev.baton.server.log;

import java.util.List;

/**
 * A part of a log.
 *
 * @param lines the lines in order; empty if there are no more at the moment
 * @param next the offset at which the next page begins
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
