package dev.baton.internal.execution;

/** Something that follows from a turn, and happens once what led to it is recorded. Holds no lock and no turn. */
@FunctionalInterface
public interface Effect {

    /**
     * Lets it happen.
     *
     * @param handler does it
     * @param byWorker whether this thread is a worker's that will look for its next run right afterwards
     */
    void happen(EffectHandler handler, boolean byWorker);

    /** The change was not recorded, because another node owns the execution by now. */
    default void drop() {}
}
