package dev.baton.engine;

import dev.baton.spi.Time;

/** The delay before another attempt is over. Void when the run has ended meanwhile, or has a newer retry. */
final class RetryDue extends Message {

    private final int step;
    Time.Timer timer = () -> {};

    RetryDue(int step) {
        this.step = step;
    }

    @Override
    void apply(Turn turn) {
        Notes notes = turn.execution().note(step);
        if (notes.retry == this) {
            notes.retry = null;
            notes.notBefore = 0;
            turn.open(step);
        }
    }
}
