package dev.baton.internal.execution;

/** Reports that a body which was told to stop has not stopped in time, and is given up. */
public final class GivenUp extends Message {

    private final Lease lease;
    private final long happened;

    /** Gives up on a lease at this time, in microseconds. */
    public GivenUp(Lease lease, long happened) {
        this.lease = lease;
        this.happened = happened;
    }

    @Override
    protected long happened() {
        return happened;
    }

    @Override
    protected int step() {
        return lease.step();
    }

    @Override
    protected void apply(Turn turn) {
        AttemptEnds.ended(turn, lease, false);
    }
}
