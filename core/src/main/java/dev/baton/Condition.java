package dev.baton;

import dev.baton.error.UnknownConditionException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A condition on an edge: how the parent must end for the child to run. Several conditions between the same two steps
 * are alternatives.
 *
 * <table>
 * <caption>Does the child run?</caption>
 * <tr><th>parent ended as</th><th>success</th><th>failure</th><th>skipped</th><th>complete</th></tr>
 * <tr><td>success, partial</td><td>runs</td><td>skipped</td><td>skipped</td><td>runs</td></tr>
 * <tr><td>failure, timeout, cancelled</td><td>skipped</td><td>runs</td><td>skipped</td><td>runs</td></tr>
 * <tr><td>skipped</td><td>skipped</td><td>skipped</td><td>runs</td><td>runs</td></tr>
 * </table>
 *
 * <pre>{@code
 * baton.addDependency("load", "alert", Condition.FAILURE);
 * }</pre>
 */
public enum Condition {
    /** The parent succeeded. */
    SUCCESS(RunStatus.COUNTS_AS_SUCCESS),
    /** The parent failed, timed out or was cancelled. */
    FAILURE(RunStatus.COUNTS_AS_FAILURE),
    /** The parent was skipped. */
    SKIPPED(RunStatus.COUNTS_AS_SKIPPED),
    /** The parent ended, in any status. */
    COMPLETE(RunStatus.COUNTS_AS_SUCCESS | RunStatus.COUNTS_AS_FAILURE | RunStatus.COUNTS_AS_SKIPPED);

    private final int mask;

    Condition(int mask) {
        this.mask = mask;
    }

    /** The accepted ends as bits; the union of several masks accepts any of them. */
    public int mask() {
        return mask;
    }

    /** Whether it holds for a parent that ended like this; false for one that has not ended. */
    public boolean matches(RunStatus status) {
        return status.isTerminal() && holds(mask, status);
    }

    /** Whether an edge with these conditions holds for a parent that ended like this. */
    public static boolean holds(int mask, RunStatus end) {
        return (mask & end.kind()) != 0;
    }

    /**
     * The union of these conditions' masks; {@link #SUCCESS} when there are none.
     *
     * @throws UnknownConditionException when one is null
     */
    public static int mask(Condition... conditions) {
        int mask = conditions.length == 0 ? SUCCESS.mask : 0;
        for (Condition condition : conditions) {
            mask |= notNull(condition).mask;
        }
        return mask;
    }

    /**
     * Refuses null in words.
     *
     * @throws UnknownConditionException when there is no condition
     */
    static Condition notNull(@Nullable Condition condition) {
        if (condition == null) {
            throw UnknownConditionException.isNull();
        }
        return condition;
    }

    /**
     * Reads a condition by its name, in any case.
     *
     * @throws UnknownConditionException when there is no such condition
     */
    public static Condition parse(String name) {
        for (Condition condition : values()) {
            if (condition.name().equalsIgnoreCase(name)) {
                return condition;
            }
        }
        throw new UnknownConditionException(name);
    }

    /** The name in lower case, as in TOML and JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
