package dev.baton.server.spec.document;

import java.time.Duration;

/**
 * The work that reading one document may cost. Files of this machine have the limits of {@link #NONE}; documents in
 * requests have those of {@link #ofThisProcess()}, which follow the size of the heap.
 *
 * @param characters the length of the text
 * @param elements the keys, tables and elements of lists in it, before it is parsed
 * @param tables the tables in it: jobs, workflows, steps and their parts
 * @param time how long it may take, once the text is parsed
 */
public record ReadLimits(int characters, int elements, int tables, Duration time) {

    /** No limit but the length of a file. */
    public static final ReadLimits NONE =
            new ReadLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofDays(1));

    private static final int MOST_TABLES = 100_000;

    /** Measured: a parsed text takes up to 300 bytes per character; a problem or a table takes up to 4 kB. */
    private static final long BYTES_A_CHARACTER = 512;

    private static final long BYTES_AN_ELEMENT = 8 * 1024;

    private static final long BYTES_A_TABLE = 16 * 1024;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** The limits of a document in a request. */
    public static ReadLimits ofThisProcess() {
        long heap = Runtime.getRuntime().maxMemory();
        return new ReadLimits(
                (int) Math.min(Integer.MAX_VALUE, heap / BYTES_A_CHARACTER),
                (int) Math.min(Integer.MAX_VALUE, heap / BYTES_AN_ELEMENT),
                (int) Math.min(MOST_TABLES, heap / BYTES_A_TABLE),
                LONGEST);
    }
}
