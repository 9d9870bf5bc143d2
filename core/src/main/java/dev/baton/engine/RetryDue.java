package dev.baton.engine;

import dev.baton.spi.Time;

/** The delay before another attempt is over. Void when the run has ended meanwhile, or has a newer retry. */
final class RetryDue extends Message {

    private final int step;
    private final long due;
    Time.Timer timer = () -> {};

    RetryDue(int step, long due) {
        this.step = step;
        this.due = due;
    }

    @Override
    long happened() {
        return due;
    }

    @Override
    void apply(Turn turn) {
        Notes notes = turn.execution().note(step);
        if (notes.retry == this) {
            notes.retry = null;
            notes.notBefore = 0;
            // After a restart it may not have heard yet that it is in: it goes on when it does.
            if (notes.waitsAt == null) {
                Admissions.open(turn, step);
            }
        }
    }
}
