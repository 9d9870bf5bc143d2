package dev.baton.faults;

import java.util.UUID;

/**
 * A line of the ledger.
 *
 * @param at when, in microseconds since 1970
 * @param node which process
 * @param execution which execution
 * @param step which job, or which step with its workflow's name
 * @param attempt which attempt
 * @param event what
 */
record LedgerEntry(long at, String node, UUID execution, String step, int attempt, Event event) {

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
        STOPPED
    }

    boolean isStart() {
        return event == Event.START;
    }

    /** Whether the run is over for good, as far as the body can tell. */
    boolean isEnd() {
        return event == Event.END || event == Event.FAIL;
    }

    String toLine() {
        return at + " " + execution + " " + step + " " + attempt + " " + event + "\n";
    }

    static LedgerEntry parse(String node, String line) {
        String[] words = line.split(" ", 5);
        return new LedgerEntry(
                Long.parseLong(words[0]),
                node,
                UUID.fromString(words[1]),
                words[2],
                Integer.parseInt(words[3]),
                Event.valueOf(words[4]));
    }
}
