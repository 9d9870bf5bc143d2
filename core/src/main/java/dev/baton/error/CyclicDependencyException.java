package dev.baton.error;

import java.util.List;

/**
 * Thrown when a dependency would make a job wait for itself.
 *
 * <pre>{@code
 * try {
 *     baton.addDependency("load", "extract");
 * } catch (CyclicDependencyException cycle) {
 *     System.out.println(cycle.path()); // [extract, load, extract]
 * }
 * }</pre>
 */
public final class CyclicDependencyException extends BatonException {

    private final List<String> path;

    /**
     * @param where what holds the dependencies, as the start of the message: {@code workflow "etl"}
     * @param path the cycle; its first name is repeated at the end
     */
    public CyclicDependencyException(String where, List<String> path) {
        super(where + ": the dependencies form a cycle: " + String.join(" → ", path) + ". Remove one of these edges.");
        this.path = List.copyOf(path);
    }

    /** The whole cycle; its first name is repeated at the end: {@code a, b, c, a}. */
    public List<String> path() {
        return path;
    }
}
