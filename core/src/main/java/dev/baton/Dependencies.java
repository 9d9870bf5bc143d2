package dev.baton;

import java.util.AbstractList;
import java.util.List;

/**
 * The dependencies of one job: those it has on {@link #parents}, and those that {@link #children} have on it. Immutable.
 *
 * <pre>{@code
 * for (Dependency on : baton.dependencies("report").parents()) {
 *     print(on.parent() + " " + on.conditions());
 * }
 * }</pre>
 */
public final class Dependencies extends AbstractList<Dependency> {

    private final List<Dependency> parents;
    private final List<Dependency> children;

    /** Copies both. */
    public Dependencies(List<Dependency> parents, List<Dependency> children) {
        this.parents = List.copyOf(parents);
        this.children = List.copyOf(children);
    }

    /** The edges in which the job is the child. */
    public List<Dependency> parents() {
        return parents;
    }

    /** The edges in which the job is the parent. */
    public List<Dependency> children() {
        return children;
    }

    /** The edge at this place, those from parents first. */
    @Override
    public Dependency get(int index) {
        return index < parents.size() ? parents.get(index) : children.get(index - parents.size());
    }

    @Override
    public int size() {
        return parents.size() + children.size();
    }
}
