package dev.baton.internal.definition;

import dev.baton.Action;
import dev.baton.Job;
import dev.baton.Workflow;
import dev.baton.graph.Plan;

/**
 * Stand-ins for definitions that this node does not have: their executions can be inspected, and none of their steps
 * runs.
 */
final class Unknown {

    private Unknown() {}

    static Definition definition(String name, Plan plan, Registry registry) {
        if (name.contains("/")) {
            Node gone = new GoneNode(Job.named("removed").run(context -> {}));
            FanoutDefinition items = new FanoutDefinition(name.substring(0, name.lastIndexOf('/')), () -> gone);
            items.setRemoved();
            return items;
        }
        Definition unknown = plan.step(name).isPresent()
                ? new JobDefinition(Job.named(name).run(context -> {}))
                : new WorkflowDefinition(workflow(name, plan, context -> {}), registry);
        unknown.setRemoved();
        return unknown;
    }

    /**
     * A stand-in for a definition that an execution brought along and that cannot be read here: each of its steps
     * fails.
     */
    static Definition failing(String name, Plan plan, Registry registry, RuntimeException error) {
        if (name.contains("/")) {
            return definition(name, plan, registry);
        }
        Action fails = context -> {
            throw new IllegalStateException("its definition cannot be read here: " + error.getMessage(), error);
        };
        return plan.step(name).isPresent()
                ? new JobDefinition(Job.named(name).run(fails))
                : new WorkflowDefinition(workflow(name, plan, fails), registry);
    }

    private static Workflow workflow(String name, Plan plan, Action body) {
        return Workflow.define(
                name,
                w -> plan.names().stream()
                        .filter(step -> ExternalNode.parse(step) == null)
                        .forEach(step -> w.run(step, body)));
    }
}
