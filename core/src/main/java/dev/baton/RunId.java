package dev.baton;

import java.util.UUID;

/**
 * Names a run: its execution, and its number in there. Known before the run has started, so that a blocked step can be
 * asked about.
 *
 * @param execution the execution it belongs to
 * @param number its place in the execution's graph, from 0
 */
public record RunId(UUID execution, int number) {

    /** {@code 0190a5c8-….17}. */
    @Override
    public String toString() {
        return execution + "." + number;
    }

    /**
     * Reads what {@link #toString()} writes.
     *
     * @throws IllegalArgumentException when the text is not a run id
     */
    public static RunId parse(String text) {
        int dot = text.lastIndexOf('.');
        try {
            if (dot > 0) {
                return new RunId(
                        UUID.fromString(text.substring(0, dot)),
                        Integer.parseUnsignedInt(text, dot + 1, text.length(), 10));
            }
        } catch (IllegalArgumentException e) {
            // falls through to the one message for every malformed id
        }
        throw new IllegalArgumentException("\"" + text + "\" is not a run id: an execution id, a dot and a number are");
    }
}
