package dev.baton;

import java.util.UUID;

/**
 * The id of a run: the id of its execution and its number there. A run has its id before it starts, so that you can ask
 * about a blocked step.
 *
 * <pre>{@code
 * Run run = baton.execution(id.execution()).run(id.number());
 * }</pre>
 *
 * @param execution the execution it belongs to
 * @param number its position in the execution's graph, from 0
 */
public record RunId(UUID execution, int number) {

    /** The text form: {@code 0190a5c8-….17}. */
    @Override
    public String toString() {
        return execution + "." + number;
    }

    /**
     * Parses the text form that {@link #toString()} writes.
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
            // every malformed id gets the one message below
        }
        throw new IllegalArgumentException("\"" + text + "\" is not a run id: an execution id, a dot and a number are");
    }
}
