package dev.baton.server.api.definitions;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.graph.Plan;
import dev.baton.server.api.runs.GraphPicture;
import dev.baton.server.api.runs.GraphView;
import dev.baton.server.api.runs.GraphView.NodeView;
import dev.baton.server.graph.Layout;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.util.ArrayList;
import java.util.List;

/** Draws the graphs of workflows. */
final class WorkflowGraphs {

    private final Layout layout;

    WorkflowGraphs(Layout layout) {
        this.layout = layout;
    }

    GraphView draw(WorkflowSpec workflow) {
        Plan plan = plan(workflow);
        String last = plan.finalStep().stream().mapToObj(plan::name).findFirst().orElse(null);
        List<String> steps = workflow.steps().stream().map(StepSpec::name).toList();
        GraphPicture picture = GraphPicture.of(layout, steps, dependencies(plan), last);
        List<NodeView> nodes = new ArrayList<>();
        for (StepSpec step : workflow.steps()) {
            nodes.add(NodeView.ofStep(
                    step.name(),
                    workflow.name() + "/" + step.name(),
                    step.work().kind(),
                    step.place().last(),
                    step.place().join().toString(),
                    picture.position(nodes.size())));
        }
        return new GraphView(nodes, picture.edges(step -> null), picture.width(), picture.height(), false);
    }

    /** The engine's graph, so that one place defines the meaning of edges. */
    private static Plan plan(WorkflowSpec workflow) {
        return Workflow.define(
                        workflow.name(),
                        w -> workflow.steps().forEach(spec -> {
                            Step<?> step = spec.place().last()
                                    ? w.finalRun(spec.name(), context -> {})
                                    : w.run(spec.name(), context -> {});
                            step.join(spec.place().join());
                            spec.place()
                                    .after()
                                    .forEach(edge -> step.after(
                                            edge.parent(), edge.conditions().toArray(Condition[]::new)));
                        }))
                .graph()
                .plan();
    }

    private static List<Dependency> dependencies(Plan plan) {
        List<Dependency> dependencies = new ArrayList<>();
        for (int step = 0; step < plan.size(); step++) {
            int[] parents = plan.parents(step);
            byte[] masks = plan.parentMasks(step);
            for (int i = 0; i < parents.length; i++) {
                dependencies.add(Dependency.of(plan.name(parents[i]), plan.name(step), masks[i]));
            }
        }
        return dependencies;
    }
}
