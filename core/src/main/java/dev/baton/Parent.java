package dev.baton;

/**
 * A parent and the ends of it that let the child run, for {@link Step#after(Parent...)}. A plain {@link Step} stands
 * for success; {@code step.failed()}, {@code step.skipped()} and {@code step.completed()} stand for other ends.
 *
 * <pre>{@code
 * w.run("alert", context -> alert()).after(extract.failed(), load.failed()).join(Join.any());
 * }</pre>
 */
public sealed interface Parent permits Step, Parent.Edge {

    /** The parent step's name. */
    String name();

    /** The accepted ends, as in {@link Condition#mask()}. */
    int mask();

    /**
     * A parent with explicit conditions.
     *
     * @param name the parent step's name
     * @param mask the accepted ends, as in {@link Condition#mask()}
     */
    record Edge(String name, int mask) implements Parent {}
}
