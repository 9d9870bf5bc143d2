package dev.baton.server.spec;

import java.util.List;

/**
 * The jobs and workflows of a document.
 *
 * @param jobs in the order of the document
 * @param workflows in the order of the document
 */
public record Definitions(List<JobSpec> jobs, List<WorkflowSpec> workflows) {

    /** Copies both. */
    public Definitions {
        jobs = List.copyOf(jobs);
        workflows = List.copyOf(workflows);
    }
}
