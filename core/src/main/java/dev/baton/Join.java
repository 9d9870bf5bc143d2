package dev.baton;

/**
 * How many of a step's dependencies must hold before it runs.
 *
 * <pre>{@code
 * w.run("first-answer", context -> use()).after(east, west).join(Join.any());
 * }</pre>
 *
 * @param needed the number of dependencies; 0 for all
 */
public record Join(int needed) {

    private static final Join ALL = new Join(0);
    private static final Join ANY = new Join(1);

    /** Rejects a negative number. */
    public Join {
        if (needed < 0) {
            throw new IllegalArgumentException("a join needs at least one dependency to hold, not " + needed);
        }
    }

    /** All parents must have ended, and every dependency must hold. The default. */
    public static Join all() {
        return ALL;
    }

    /** Runs at the first dependency that holds; skipped once none can hold. */
    public static Join any() {
        return ANY;
    }

    /** Runs as soon as {@code count} dependencies hold; skipped once that many cannot hold. */
    public static Join atLeast(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("atLeast takes a number of 1 or more, not " + count);
        }
        return new Join(count);
    }

    /** Whether every dependency must hold. */
    public boolean isAll() {
        return needed == 0;
    }

    @Override
    public String toString() {
        return switch (needed) {
            case 0 -> "all";
            case 1 -> "any";
            default -> "at least " + needed;
        };
    }
}
