package dev.baton;

import dev.baton.graph.Plan;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A named DAG of steps, registered and run as a unit. Valid from the moment it exists: {@link #define} refuses what
 * cannot run. Immutable; {@link Baton#add(Workflow)} registers it.
 *
 * <pre>{@code
 * Workflow etl = Workflow.define("etl", w -> {
 *     Step<Rows> extract = w.call("extract", context -> source.read());
 *     w.run("load", context -> warehouse.write(context.output(extract))).after(extract);
 * });
 * }</pre>
 */
public final class Workflow {

    private final String name;
    private final Timing timing;
    private final WorkflowPolicy policy;
    private final Graph graph;
    private final Set<String> tags;

    Workflow(String name, Timing timing, WorkflowPolicy policy, Graph graph, Set<String> tags) {
        this.name = name;
        this.timing = timing;
        this.policy = policy;
        this.graph = graph;
        this.tags = tags;
    }

    /**
     * The steps and how they depend on one another.
     *
     * @param plan the graph
     * @param jobs the steps as jobs, by the plan's numbers
     */
    public record Graph(Plan plan, List<Job> jobs) {}

    /**
     * Defines a workflow. The builder is open while {@code definition} runs, and not afterwards.
     *
     * @throws dev.baton.error.BatonException when there is no step, two steps have one name, a parent does not exist,
     *     dependencies run in a circle, there are two final steps, or the schedule or a name is bad
     */
    public static Workflow define(String name, Consumer<WorkflowBuilder> definition) {
        WorkflowBuilder builder = new WorkflowBuilder(Names.check(name));
        definition.accept(builder);
        return builder.build();
    }

    /** What it is called. */
    public String name() {
        return name;
    }

    /** When it fires. */
    public Timing timing() {
        return timing;
    }

    /** How it runs as a whole. */
    public WorkflowPolicy policy() {
        return policy;
    }

    /** Its steps. */
    public Graph graph() {
        return graph;
    }

    /** What it can be found and removed by. */
    public Set<String> tags() {
        return tags;
    }

    @Override
    public String toString() {
        return "workflow " + name;
    }
}
