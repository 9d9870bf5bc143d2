package dev.baton.engine;

import org.jspecify.annotations.Nullable;

/** Something that happened to an execution, on its way through the execution's {@link Inbox}. */
abstract class Message {

    /** The message that was put in after this one; the inbox's own. */
    volatile @Nullable Message next;

    /** When it happened, in microseconds since 1970. */
    abstract long happened();

    /** Applies it. Called by one thread at a time for each execution. */
    abstract void apply(Turn turn);
}
