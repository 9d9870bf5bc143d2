package dev.baton.internal.execution;

import java.util.function.Consumer;

/** Something to do in a turn. */
final class TurnCall extends Message {

    private final long happened;
    private final int step;
    private final Consumer<Turn> what;
    private final boolean onItsOwn;

    TurnCall(long happened, int step, Consumer<Turn> what) {
        this(happened, step, what, false);
    }

    private TurnCall(long happened, int step, Consumer<Turn> what, boolean onItsOwn) {
        this.happened = happened;
        this.step = step;
        this.what = what;
        this.onItsOwn = onItsOwn;
    }

    /** A person's command. */
    static TurnCall command(long happened, Consumer<Turn> what) {
        return new TurnCall(happened, NO_STEP, what, true);
    }

    @Override
    protected long happened() {
        return happened;
    }

    @Override
    protected int step() {
        return step;
    }

    @Override
    protected boolean isOnItsOwn() {
        return onItsOwn;
    }

    @Override
    protected void apply(Turn turn) {
        what.accept(turn);
    }
}
