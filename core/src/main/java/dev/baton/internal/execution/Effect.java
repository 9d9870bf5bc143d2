package dev.baton.internal.execution;

/** A consequence of a turn, which happens once the turn's change is recorded. Holds no lock and no turn. */
@FunctionalInterface
public interface Effect {

    /**
     * Carries out the effect.
     *
     * @param handler the handler of effects
     * @param byWorker whether this thread is a worker's that will look for its next run right afterwards
     */
    void happen(EffectHandler handler, boolean byWorker);

    /** Drops the effect: its change was not recorded, because another node owns the execution by now. */
    default void drop() {}

    /**
     * Drops the effect: the store refuses its change.
     *
     * @param why why, in words
     */
    default void refuse(String why) {
        drop();
    }
}
