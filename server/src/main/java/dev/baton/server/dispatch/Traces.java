package dev.baton.server.dispatch;

import java.util.UUID;

/** The ids of traces: an execution is a trace and a run is a span, with ids derived from theirs. */
public final class Traces {

    private Traces() {}

    /** The trace of an execution, as 32 hexadecimal digits. */
    public static String trace(UUID execution) {
        return execution.toString().replace("-", "");
    }

    /** The span of a run, as 16 hexadecimal digits. */
    public static String span(UUID execution, int run) {
        // Never zero, which is not a valid span id: the number of the run counts from 1 here.
        return String.format("%08x%08x", (int) execution.getLeastSignificantBits() | 1, run + 1);
    }

    /** The W3C trace context of a run, for its worker. */
    public static String parent(UUID execution, int run) {
        return "00-" + trace(execution) + "-" + span(execution, run) + "-01";
    }
}
