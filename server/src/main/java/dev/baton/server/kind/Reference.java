package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;

/**
 * A reference of a definition to something outside it.
 *
 * @param type the type of the reference
 * @param name the name or address
 * @param key the key that contains it
 */
public record Reference(Type type, String name, Key<?> key) {

    /** The kinds of references. */
    public enum Type {
        /** A job, a step or a workflow whose past runs the work checks. */
        PAST_RUNS,
        /** A job that a step is. */
        JOB,
        /** A workflow that is started. */
        WORKFLOW,
        /** A step of the same workflow that must be a parent, because the work uses its output. */
        PARENT,
        /** A data source of the configuration. */
        DATASOURCE,
        /** An address to which the server sends requests. */
        ADDRESS,
        /** An address to which a worker sends requests. */
        WORKER_ADDRESS,
        /** A file on the server's machine. */
        FILE
    }
}
