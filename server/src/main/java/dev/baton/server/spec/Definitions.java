package dev.baton.server.spec;

import java.util.List;
import java.util.Map;

/**
 * The jobs and workflows of a document.
 *
 * @param jobs in the order of the document
 * @param workflows in the order of the document
 * @param places the place of each in the document, by name: file and line, or a JSON pointer
 */
public record Definitions(List<JobSpec> jobs, List<WorkflowSpec> workflows, Map<String, String> places) {

    /** Whether nothing is defined. */
    public boolean isEmpty() {
        return jobs.isEmpty() && workflows.isEmpty();
    }

    /** Copies all. */
    public Definitions {
        jobs = List.copyOf(jobs);
        workflows = List.copyOf(workflows);
        places = Map.copyOf(places);
    }
}
