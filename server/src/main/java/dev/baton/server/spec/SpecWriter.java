package dev.baton.server.spec;

import tools.jackson.databind.node.ObjectNode;

/** Writes specs as JSON that {@link SpecReader} reads back to equal specs. */
public final class SpecWriter {

    private SpecWriter() {}

    /** A job as JSON, without default values. */
    public static ObjectNode write(JobSpec job) {
        return JobKeys.write(job);
    }

    /** A workflow as JSON, without default values. */
    public static ObjectNode write(WorkflowSpec workflow) {
        return WorkflowKeys.write(workflow);
    }
}
