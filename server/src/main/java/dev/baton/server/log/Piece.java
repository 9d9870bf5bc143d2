package dev.baton.server.log;

import dev.baton.spi.Time;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An entry of a log, or a part of an entry that is too long, as it is kept: invalid Unicode is replaced. */
record Piece(int attempt, long micros, Stream stream, byte[] utf8, boolean isContinued) {

    /** Longer lines are kept in parts, so that no reader needs to hold a whole line. */
    static final int LONGEST = 32 * 1024;

    /** The approximate memory of a piece besides its text. */
    private static final int OVERHEAD = 64;

    static List<Piece> of(int attempt, LogEntry entry) {
        byte[] utf8 = entry.text().getBytes(StandardCharsets.UTF_8);
        long micros = Time.toMicros(entry.time());
        List<Piece> pieces = new ArrayList<>(1);
        int from = 0;
        while (utf8.length - from > LONGEST) {
            int to = startOfCharacter(utf8, from + LONGEST);
            pieces.add(new Piece(attempt, micros, entry.stream(), Arrays.copyOfRange(utf8, from, to), true));
            from = to;
        }
        byte[] rest = from == 0 ? utf8 : Arrays.copyOfRange(utf8, from, utf8.length);
        pieces.add(new Piece(attempt, micros, entry.stream(), rest, false));
        return pieces;
    }

    private static int startOfCharacter(byte[] utf8, int near) {
        int at = near;
        while ((utf8[at] & 0xC0) == 0x80) {
            at--;
        }
        return at;
    }

    /** The bytes of the piece in the log's text. */
    int size() {
        return utf8.length + (isContinued ? 0 : 1);
    }

    int cost() {
        return utf8.length + OVERHEAD;
    }

    LogLine line(long offset, long number) {
        var entry = new LogEntry(Time.toInstant(micros), stream, new String(utf8, StandardCharsets.UTF_8));
        return new LogLine(offset, offset + size(), number, attempt, entry, isContinued);
    }
}
