package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch.Result;

/** A kind of work. Implementations are safe from any thread: one object serves all runs of its kind. */
public interface Kind {

    /** The kind, as commands call it. */
    String name();

    /**
     * Does the work, on the calling thread. What goes wrong in the work is a result, not an exception.
     *
     * @throws InterruptedException when the work was told to stop, by an interrupt; nothing of it goes on
     */
    Result run(Assignment assignment, RunIo io) throws InterruptedException;
}
