package dev.baton.server.log;

import java.time.Duration;

/**
 * The limits of logs, in memory and in the database.
 *
 * @param kept how many bytes of a run's log are kept, half of them from its beginning and half from its end
 * @param ofRun how many bytes of a run may wait in memory before appending to its log blocks
 * @param memory the same for all runs together: the more runs wait, the fewer bytes each run may have
 * @param written how many bytes are written at once, unless their time comes first
 * @param every how long a line waits at most before it is written
 */
public record LogLimits(long kept, int ofRun, int memory, int written, Duration every) {

    /** The least memory for the log of one run, however many runs there are. */
    private static final int LEAST = 16 * 1024;

    /** 10 MB of each run; 1 MB in memory, 64 MB for all together; every 100 ms or 256 KB. */
    public static final LogLimits DEFAULT =
            new LogLimits(10_000_000, 1 << 20, 64 << 20, 256 << 10, Duration.ofMillis(100));

    public LogLimits {
        if (kept < 2 || ofRun < 1 || memory < 1 || written < 1 || every.isNegative()) {
            throw new IllegalArgumentException("limits of logs are positive numbers of bytes, and not " + kept + ", "
                    + ofRun + ", " + memory + ", " + written + " and " + every);
        }
    }

    /** These limits with another number of bytes that are kept of each run. */
    public LogLimits keeping(long bytes) {
        return new LogLimits(bytes, ofRun, memory, written, every);
    }

    int ofEach(int runs) {
        return Math.min(ofRun, Math.max(LEAST, memory / Math.max(1, runs)));
    }

    long head() {
        return kept / 2;
    }

    long end() {
        return kept - head();
    }
}
