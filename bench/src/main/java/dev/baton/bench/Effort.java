package dev.baton.bench;

import java.time.Duration;

/** How thoroughly to measure. */
public enum Effort {
    /**
     * To see that it works, and the order of magnitude. As many rounds to warm up as take some 15 seconds, because the
     * compiler has half of the processor until then, and peers that do less are warm sooner.
     */
    QUICK(7, 3, 10, Duration.ofSeconds(2)),
    /** What docs/benchmarks.md is made of. */
    FULL(3, 7, 1, Duration.ofSeconds(5));

    private final int warmUps;
    private final int rounds;
    private final int divisor;
    private final Duration perRound;

    Effort(int warmUps, int rounds, int divisor, Duration perRound) {
        this.warmUps = warmUps;
        this.rounds = rounds;
        this.divisor = divisor;
        this.perRound = perRound;
    }

    public Rounds rounds() {
        return new Rounds(warmUps, rounds);
    }

    /** How many rounds count. */
    public int count() {
        return rounds;
    }

    /** A number of things to do, or the part of it that this effort allows. */
    public int of(int number) {
        return number / divisor;
    }

    /** A time to spend, or the part of it that this effort allows. */
    public Duration of(Duration time) {
        return time.dividedBy(divisor);
    }

    /** How long a round takes that can choose its own length. */
    public Duration perRound() {
        return perRound;
    }
}
