package dev.baton;

import dev.baton.graph.Plan;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A named DAG of steps, registered and run as a unit. {@link #define} validates it, so that every instance can run.
 * Immutable; {@link Baton#add(Workflow)} registers it.
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
     * Defines a workflow. The builder can be used only while {@code definition} runs.
     *
     * @throws dev.baton.error.BatonException when the workflow has no steps, two steps of one name, an unknown parent,
     *     a cycle, two final steps, or an invalid schedule or name
     */
    public static Workflow define(String name, Consumer<WorkflowBuilder> definition) {
        WorkflowBuilder builder = new WorkflowBuilder(Names.check(name));
        definition.accept(builder);
        return builder.build();
    }

    /** The workflow's name. */
    public String name() {
        return name;
    }

    /** The schedule, and the settings around it. */
    public Timing timing() {
        return timing;
    }

    /** The policies of its executions. */
    public WorkflowPolicy policy() {
        return policy;
    }

    /** The steps and their dependencies. */
    public Graph graph() {
        return graph;
    }

    /** Tags, by which programs find and remove workflows. */
    public Set<String> tags() {
        return tags;
    }

    @Override
    public String toString() {
        return "workflow " + name;
    }
}
