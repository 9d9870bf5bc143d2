package dev.baton.internal.execution;

import java.util.function.Consumer;

/** Something to do in a turn. */
final class TurnCall extends Message {

    private final long happened;
    private final int step;
    private final Consumer<Turn> what;

    TurnCall(long happened, int step, Consumer<Turn> what) {
        this.happened = happened;
        this.step = step;
        this.what = what;
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
    protected void apply(Turn turn) {
        what.accept(turn);
    }
}
