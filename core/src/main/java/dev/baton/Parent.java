package dev.baton;

/**
 * A parent and what is asked of its end: what {@link Step#after(Parent...)} takes. A {@link Step} itself asks for
 * success; {@code step.failed()} and its kin ask for something else.
 */
public sealed interface Parent permits Step, Parent.Edge {

    /** The parent step's name. */
    String name();

    /** The accepted ends, as in {@link Condition#mask()}. */
    int mask();

    /**
     * A parent with conditions of its own.
     *
     * @param name the parent step's name
     * @param mask the accepted ends, as in {@link Condition#mask()}
     */
    record Edge(String name, int mask) implements Parent {}
}
