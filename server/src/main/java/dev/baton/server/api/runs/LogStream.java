package dev.baton.server.api.runs;

import dev.baton.RunId;
import dev.baton.server.log.LogLine;
import dev.baton.server.log.LogPage;
import dev.baton.server.log.Logs;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** A log as bytes that are read while they are sent, a page at a time. For one thread. */
final class LogStream extends InputStream {

    private static final int PAGE = 256 * 1024;

    private final Logs logs;
    private final RunId run;
    private final BiConsumer<LogLine, StringBuilder> format;
    private long offset;
    private byte[] page = new byte[0];
    private int position;

    /**
     * @param format appends a line to a text
     */
    LogStream(Logs logs, RunId run, long offset, BiConsumer<LogLine, StringBuilder> format) {
        this.logs = logs;
        this.run = run;
        this.offset = offset;
        this.format = format;
    }

    @Override
    public int read() {
        return fill() ? page[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int most) {
        if (most == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(most, page.length - position);
        System.arraycopy(page, position, target, from, count);
        position += count;
        return count;
    }

    private boolean fill() {
        if (position == page.length) {
            LogPage next = logs.read(run, offset, PAGE);
            StringBuilder text = new StringBuilder();
            next.lines().forEach(line -> format.accept(line, text));
            page = text.toString().getBytes(StandardCharsets.UTF_8);
            position = 0;
            offset = next.next();
        }
        return position < page.length;
    }
}
