package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.server.http.Doc;
import java.util.Map;
import java.util.TreeMap;

/** The numbers of runs, by status. */
@Doc("The numbers of runs, by status.")
public record RunCounts(
        @Doc("The number of all runs.") int total,
        @Doc("The number of ended runs.") int ended,

        @Doc("The number of runs in each status, by its name; without statuses that no run has.")
        Map<String, Integer> byStatus) {

    /** Creates the counts. */
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
