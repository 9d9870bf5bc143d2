package dev.baton;

import java.util.EnumSet;
import java.util.Set;

/**
 * An edge between two registered jobs.
 *
 * @param parent the job that comes first
 * @param child the job that depends on it
 * @param conditions what the child asks of the parent's end: either of these
 */
public record Dependency(String parent, String child, Set<Condition> conditions) {

    /** Copies the conditions. */
    public Dependency {
        conditions = Set.copyOf(conditions);
    }

    /** An edge with conditions as in {@link Condition#mask()}. */
    public static Dependency of(String parent, String child, int mask) {
        if (mask == Condition.COMPLETE.mask()) {
            return new Dependency(parent, child, Set.of(Condition.COMPLETE));
        }
        Set<Condition> conditions = EnumSet.noneOf(Condition.class);
        for (Condition condition : Condition.values()) {
            if (condition != Condition.COMPLETE && (mask & condition.mask()) != 0) {
                conditions.add(condition);
            }
        }
        return new Dependency(parent, child, conditions);
    }
}
