package dev.baton.internal.execution;

/** Something that happened to an execution, on its way through the execution's {@link Mailbox}. */
public abstract class Message extends Mailbox.Item {

    /** Of a message that is about no step in particular. */
    public static final int NO_STEP = -1;

    /** When it happened, in microseconds since 1970. */
    protected abstract long happened();

    /** Applies it to the execution's state. Called by one thread at a time for each execution. */
    protected abstract void apply(Turn turn);

    /**
     * Whether it ends in a change of its own, which is recorded on its own: if the store refuses that, nothing else that
     * happened to the execution is refused with it.
     */
    protected boolean isOnItsOwn() {
        return false;
    }

    /** The step whose run fails when the message cannot be applied. */
    protected int step() {
        return NO_STEP;
    }
}
