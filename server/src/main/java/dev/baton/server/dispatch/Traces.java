package dev.baton.server.dispatch;

import java.util.UUID;

/** The names of traces: an execution is a trace, a run a span, and both can be told from their ids alone. */
public final class Traces {

    private Traces() {}

    /** The trace of an execution, as 32 hexadecimal digits. */
    public static String trace(UUID execution) {
        return execution.toString().replace("-", "");
    }

    /** The span of a run, as 16 hexadecimal digits. */
    public static String span(UUID execution, int run) {
        // Never zero, which would be no span: the run's number counts from 1 here.
        return String.format("%08x%08x", (int) execution.getLeastSignificantBits() | 1, run + 1);
    }

    /** What is handed to whoever works for a run, in the form of W3C. */
    public static String parent(UUID execution, int run) {
        return "00-" + trace(execution) + "-" + span(execution, run) + "-01";
    }
}
