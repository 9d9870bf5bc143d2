package dev.baton;

import java.util.EnumSet;
import java.util.Set;

/**
 * An edge between two registered jobs.
 *
 * <pre>{@code
 * for (Dependency dependency : baton.dependencies("load")) {
 *     System.out.println(dependency.child() + " runs after " + dependency.parent());
 * }
 * }</pre>
 *
 * @param parent the job that runs first
 * @param child the job that depends on it
 * @param conditions the ends of the parent that let the child run
 */
public record Dependency(String parent, String child, Set<Condition> conditions) {

    /** Copies the conditions. */
    public Dependency {
        conditions = Set.copyOf(conditions);
    }

    /** An edge whose conditions are given as a {@link Condition#mask()}. */
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
