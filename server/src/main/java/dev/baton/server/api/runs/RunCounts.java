package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.server.http.Doc;
import java.util.Map;
import java.util.TreeMap;

/** How many runs are in which status. */
@Doc("How many runs there are, and in which statuses.")
public record RunCounts(
        @Doc("All of them.") int total,
        @Doc("Those that have ended.") int ended,

        @Doc("How many are in a status, by its name; a status that none is in is missing.")
        Map<String, Integer> byStatus) {

    /** Of how many are in which status. */
    public static RunCounts of(Map<RunStatus, Integer> counts) {
        int total = 0;
        int ended = 0;
        Map<String, Integer> byStatus = new TreeMap<>();
        for (Map.Entry<RunStatus, Integer> entry : counts.entrySet()) {
            total += entry.getValue();
            ended += entry.getKey().isTerminal() ? entry.getValue() : 0;
            byStatus.put(entry.getKey().toString(), entry.getValue());
        }
        return new RunCounts(total, ended, byStatus);
    }
}
