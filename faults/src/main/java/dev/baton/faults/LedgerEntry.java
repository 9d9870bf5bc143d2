package dev.baton.faults;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A line of the ledger.
 *
 * @param at when, in microseconds since 1970
 * @param node which process
 * @param execution which execution
 * @param step which job, or which step with its workflow's name
 * @param attempt which attempt
 * @param event what
 * @param addedBy which {@linkplain #author attempt} added the step; null for one that was there from the start
 * @param process the process of the body and its host, {@code pid@host}; null for a body that has none of its own
 */
record LedgerEntry(
        long at,
        String node,
        UUID execution,
        String step,
        int attempt,
        Event event,
        @Nullable String addedBy,
        @Nullable String process) {

    private static final String NOBODY = "-";

    LedgerEntry(long at, String node, UUID execution, String step, int attempt, Event event) {
        this(at, node, execution, step, attempt, event, null, null);
    }

    LedgerEntry(long at, String node, UUID execution, String step, int attempt, Event event, @Nullable String addedBy) {
        this(at, node, execution, step, attempt, event, addedBy, null);
    }

    enum Event {
        /** The body was called. */
        START,
        /** The body is about to return. */
        END,
        /** The body is about to throw, and will not be called again. */
        FAIL,
        /** The body is about to throw, and will be called again. */
        RETRY,
        /** The body was told to stop, and does. */
        STOPPED,
        /** A command was started while an earlier process of its run was alive on the same host. */
        BESIDE,
        /** The body did not find what its parents handed on. */
        WRONG
    }

    boolean isStart() {
        return event == Event.START;
    }

    /** Whether the run is over for good, as far as the body can tell. */
    boolean isEnd() {
        return event == Event.END || event == Event.FAIL;
    }

    /** The name of this attempt in the entries of the steps that it adds. */
    String author() {
        return author(node, attempt);
    }

    static String author(String node, int attempt) {
        return node + ":" + attempt;
    }

    String toLine() {
        String author = addedBy == null ? NOBODY : addedBy;
        return at + " " + execution + " " + step + " " + attempt + " " + event + " " + author + "\n";
    }

    static LedgerEntry parse(String node, String line) {
        String[] words = line.split(" ", 7);
        return new LedgerEntry(
                Long.parseLong(words[0]),
                node,
                UUID.fromString(words[1]),
                words[2],
                Integer.parseInt(words[3]),
                Event.valueOf(words[4]),
                words[5].equals(NOBODY) ? null : words[5],
                words.length == 7 ? words[6] : null);
    }
}
