package dev.baton.bench;

/** How thoroughly to measure. */
enum Effort {
    /** About a minute for everything: to see that it works, and the order of magnitude. */
    QUICK(1, 3, 10),
    /** What docs/benchmarks.md is made of. */
    FULL(3, 7, 1);

    private final int warmUps;
    private final int rounds;
    private final int divisor;

    Effort(int warmUps, int rounds, int divisor) {
        this.warmUps = warmUps;
        this.rounds = rounds;
        this.divisor = divisor;
    }

    Rounds rounds() {
        return new Rounds(warmUps, rounds);
    }

    /** How many rounds count. */
    int count() {
        return rounds;
    }

    /** A number of things to do, or the part of it that this effort allows. */
    int of(int number) {
        return number / divisor;
    }
}
