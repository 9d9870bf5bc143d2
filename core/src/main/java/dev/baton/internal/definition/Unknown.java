package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.Workflow;
import dev.baton.graph.Plan;

/** Stands for what is not registered here: its executions can be looked at, and none of their steps runs. */
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
                : new WorkflowDefinition(workflow(name, plan), registry);
        unknown.setRemoved();
        return unknown;
    }

    private static Workflow workflow(String name, Plan plan) {
        return Workflow.define(
                name,
                w -> plan.names().stream()
                        .filter(step -> ExternalNode.parse(step) == null)
                        .forEach(step -> w.run(step, context -> {})));
    }
}
