package dev.baton.server.api.explain;

/** Adds to an explanation what one part of the server knows about its cause. Safe from any thread. */
@FunctionalInterface
interface Addition {

    /** The answer with more in it, or the same when this part knows nothing about its cause. */
    Answer add(Answer answer);
}
