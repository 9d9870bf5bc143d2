package dev.baton.engine;

import org.jspecify.annotations.Nullable;

/** Something that happened to an execution, on its way into the execution's {@link Inbox}. */
abstract class Message {

    /** The message that was put in before this one; the inbox's own. */
    @Nullable Message earlier;

    /** Applies it. Called by one thread at a time for each execution. */
    abstract void apply(Turn turn);
}
