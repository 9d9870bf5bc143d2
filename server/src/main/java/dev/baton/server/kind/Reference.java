package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;

/**
 * Something outside of a definition that its work names.
 *
 * @param type what is named
 * @param name its name or address
 * @param key where the definition names it
 */
public record Reference(Type type, String name, Key<?> key) {

    /** The kinds of references. */
    public enum Type {
        /** A job, a step or a workflow whose past runs are looked at. */
        PAST_RUNS,
        /** A job that a step is. */
        JOB,
        /** A workflow that is started. */
        WORKFLOW,
        /** A step of the same workflow that must be a parent, as its output is used. */
        PARENT,
        /** A data source of the configuration. */
        DATASOURCE,
        /** An address that the server asks. */
        ADDRESS,
        /** An address that a worker asks. */
        WORKER_ADDRESS,
        /** A file on the server's machine. */
        FILE
    }
}
