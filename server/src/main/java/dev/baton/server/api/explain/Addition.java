package dev.baton.server.api.explain;

/** Adds to an explanation the facts that one part of the server knows about its cause. Safe from any thread. */
@FunctionalInterface
interface Addition {

    /** The extended answer, or the same one if this part knows nothing about the cause. */
    Answer add(Answer answer);
}
